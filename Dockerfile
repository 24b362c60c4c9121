# One image for every part of the large site; compose.yaml says which part a container is.
FROM python:3.11-slim-trixie

# pg_dump and pg_restore, for backups
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /opt/sifang
COPY requirements.txt .
RUN pip install --require-hashes -r requirements.txt
COPY manage.py pyproject.toml ./
COPY cardsite cardsite
COPY games games
COPY templates templates
COPY static static

# Static files belong to the image, so that old and new containers each serve their own. Collected by the
# command that containers run too: it leaves its mark, and finds nothing to do where it may not write.
ENV SIFANG_STATIC=/opt/sifang/collected
RUN SIFANG_VAR=/tmp/build SECRET_KEY=build python manage.py prepare --files && rm -rf /tmp/build
# A new volume takes the owner of the folder it is laid over.
RUN useradd --system --uid 10001 --home-dir /var/lib/sifang --create-home sifang \
    && install --directory --owner sifang --group sifang --mode 700 /backups /var/lib/sifang/compiled
USER sifang
ENV SIFANG_VAR=/var/lib/sifang SIFANG_LOG_FORMAT=json
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--prepared", "--host", "0.0.0.0"]

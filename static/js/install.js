// The site may be installed: where a browser can, its service worker is there from the first visit on.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // private windows refuse: nothing is lost

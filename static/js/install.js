// The site can be installed: browsers that support it get the service worker at the first visit.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // private windows refuse: nothing is lost

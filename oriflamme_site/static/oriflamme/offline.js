// Keeps a page for when there is no way to us, and lets phones keep the site among their apps.
"use strict";

navigator.serviceWorker?.register("/sw.js");

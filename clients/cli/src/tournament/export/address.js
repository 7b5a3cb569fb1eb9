// Opens the page of a path such as `matches/ID`: all pages are in index.html, where their paths follow a `#`.
const folder = new URL(".", document.currentScript.src).href;
const [address] = location.href.split(/[?#]/);
const path = address.slice(folder.length).replace(/\/?(index\.html)?$/, "");
location.replace(`${folder}index.html#/${path}${location.search}`);

// A page that names by itself, in an address without any choice, the run it shows makes no entry of
// its own in the browser's history: Back leaves the page at once. Nor does the empty address make
// one through which the menu leads to another page, nor what the page that is left may still write
// into it: Back leads to the page as it was left.

const isChosenByThePage = (now, next, pages) => now.search === "" && next.searchParams.has("run")
  && now.pathname === next.pathname && pages.some((page) => now.pathname.endsWith(`/${page}`));
// So soon after it emptied the address the menu is on another page, slow servers included.
const SOON_MS = 10000;

// Called at every change of data; the history of a window is watched once.
export default function ({ data }) {
  if (globalThis.__gesncd_one_entry) return;
  globalThis.__gesncd_one_entry = true;
  const push = history.pushState.bind(history);
  let emptied = -Infinity;
  history.pushState = (held, unused, address) => {
    const next = new URL(address ?? "", location.href);
    const stays = next.pathname === location.pathname;
    const empties = stays && location.search !== "" && next.search === "";
    const isOnTheWay = !empties && performance.now() - emptied < SOON_MS;
    if (empties) emptied = performance.now();
    else if (!stays) emptied = -Infinity;
    if (isOnTheWay || isChosenByThePage(location, next, data.pages)) {
      history.replaceState(held, unused, address);
    } else {
      push(held, unused, address);
    }
  };
}

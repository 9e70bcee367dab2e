// A page that names by itself, in an address without any choice, the run it shows makes no entry of
// its own in the browser's history: Back leaves the page at once.

const isChosenByThePage = (now, next, pages) => now.search === "" && next.searchParams.has("run")
  && now.pathname === next.pathname && pages.some((page) => now.pathname.endsWith(`/${page}`));

// Called at every change of data; the history of a window is watched once.
export default function ({ data }) {
  if (globalThis.__gesncd_one_entry) return;
  globalThis.__gesncd_one_entry = true;
  const push = history.pushState.bind(history);
  history.pushState = (held, unused, address) => {
    const next = new URL(address ?? "", location.href);
    if (isChosenByThePage(location, next, data.pages)) history.replaceState(held, unused, address);
    else push(held, unused, address);
  };
}

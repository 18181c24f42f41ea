import { ensureBuilt } from './build.mjs'

/** Once before the browser tests: their servers would otherwise all build. */
// oxlint-disable-next-line import/no-default-export -- Playwright's global set-up is one.
export default () => ensureBuilt(process.execPath)

import { readFileSync } from 'node:fs'
import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** Dialogs with fields, and the choice from a list: most pages show without them, but those that need them need much. */
const FORMS =
  /antd\/es\/(form|modal|grid|radio)\/|@rc-component\/(dialog|form)\/|web\/kit\/(form\/FormModal|feedback\/Confirm)\./
/** Units and values of attributes: only pages of the catalogue have them, and each those that it needs. */
const VALUES =
  /contract\/catalogue\/(units|unit-table|values|value-schema|value-texts|typed-values|typical-amounts)\.|node_modules\/big\.js\//
/** The engine of forms. Buttons take one context from its package, which does not say that it has no side effects: they would bring it all. */
const FORM_ENGINE = /@rc-component\/(form\/es\/(?!FormContext)|async-validator\/)/
const WITHOUT_SIDE_EFFECTS = { test: /@rc-component\/(form|async-validator)\//, sideEffects: false }
const CHOICES = /antd\/es\/(select|empty)\/|@rc-component\/(select|virtual-list)\//

/**
 * A page comes in some twelve files: each more of them is a request, an answer and a script to start. What all pages begin
 * with is one, what many share three, so that a page loads little that it does not need.
 */
const CHUNKS = [
  { name: 'form-engine', test: FORM_ENGINE, priority: 4, includeDependenciesRecursively: false },
  { name: 'base', tags: ['$initial' as const], priority: 3 },
  {
    name: 'common',
    test: (id: string) => ![FORMS, CHOICES, VALUES].some((others) => others.test(id)),
    minShareCount: 10,
    priority: 2,
  },
  { name: 'choices', test: CHOICES, minShareCount: 6, priority: 1 },
  { name: 'forms', test: FORMS, minShareCount: 6 },
]

/** Beside each file stand its packed forms, once and well, so that the server need not pack it for each reader. */
const packed = compression({
  include: /\.(js|css|svg)$/,
  threshold: 1_024,
  algorithms: [
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    defineAlgorithm('gzip', { level: 9 }),
  ],
})

/** Our font under a name that stays, for the public forms, which the server writes. */
const fontOfForms: Plugin = {
  name: 'font-of-forms',
  apply: 'build',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'ibm-plex-sans.woff2',
      source: readFileSync(
        new URL(
          './node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
          import.meta.url,
        ),
      ),
    })
  },
}

export default defineConfig({
  root: 'web',
  plugins: [react(), fontOfForms, packed],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Icons and fonts as files: the content policy allows no data: URLs for scripts or fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [WITHOUT_SIDE_EFFECTS] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: {
      // The files of the web app have an extension; a page asks for HTML. The rest are calls.
      '^/(?!@|node_modules/)[^.?]*(\\?.*)?$': {
        target: server,
        bypass: ({ url, headers }) =>
          headers.accept?.includes('text/html') && !url?.startsWith('/docs') ? '/index.html' : undefined,
      },
      '^/docs/': { target: server },
    },
  },
})

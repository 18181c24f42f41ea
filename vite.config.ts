import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Icons and fonts as files: the content policy allows no data: URLs for scripts or fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
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

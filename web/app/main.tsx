import '@fontsource-variable/ibm-plex-sans/wght.css'
import '#web/kit/kit.css'
import { createRoot } from 'react-dom/client'
import { startKeys } from '#web/kit/keys.ts'
import { persistWithStyles } from '#web/kit/late.tsx'
import { giveStylesTheNonce } from '#web/kit/style-nonce.ts'
import { startTheme } from '#web/kit/theme.ts'
import { App } from './App.tsx'

giveStylesTheNonce()
persistWithStyles()
startTheme()
startKeys()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

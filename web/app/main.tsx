import '@fontsource-variable/ibm-plex-sans/wght.css'
import '#web/kit/look/kit.css'
import { createRoot } from 'react-dom/client'
import { startKeys } from '#web/kit/keys/keys.ts'
import { persistWithStyles } from '#web/kit/feedback/late.tsx'
import { giveStylesTheNonce } from '#web/kit/look/style-nonce.ts'
import { startTheme } from '#web/kit/look/theme.ts'
import { followOtherTabs } from '#web/kit/data/preferences.ts'
import { App } from './App.tsx'

giveStylesTheNonce()
persistWithStyles()
startTheme()
startKeys()
followOtherTabs()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

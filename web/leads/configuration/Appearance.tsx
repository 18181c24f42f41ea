import { Segmented, Switch } from 'antd'
import type { ReactNode } from 'react'
import { preferences, setPreference, type Preferences } from '#web/kit/data/preferences.ts'

/** How this browser looks and acts for the person alone. */
export const Appearance = () => {
  const { theme, density, singleKeys, keepUndo } = preferences.use()
  return (
    <section className="section" aria-labelledby="appearance">
      <h2 id="appearance">Appearance and keys</h2>
      <p className="page-subtitle">For you, in this browser. Changes are saved as you make them.</p>
      <ul className="settings">
        <Row title="Theme" text="System follows your device">
          <Segmented<Preferences['theme']>
            aria-label="Theme"
            value={theme}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
              { value: 'system', label: 'System' },
            ]}
            onChange={(value) => setPreference('theme', value)}
          />
        </Row>
        <Row title="Row density" text="Compact shows more rows of a list">
          <Segmented<Preferences['density']>
            aria-label="Row density"
            value={density}
            options={[
              { value: 'roomy', label: 'Roomy' },
              { value: 'compact', label: 'Compact' },
            ]}
            onChange={(value) => setPreference('density', value)}
          />
        </Row>
        <Row title="Single-key shortcuts" text="J, K, X and others. Ctrl K always works">
          <Switch
            aria-label="Single-key shortcuts"
            checked={singleKeys}
            onChange={(on) => setPreference('singleKeys', on)}
          />
        </Row>
        <Row title="Keep undo messages until dismissed" text="Otherwise they disappear after 8 seconds">
          <Switch
            aria-label="Keep undo messages until dismissed"
            checked={keepUndo}
            onChange={(on) => setPreference('keepUndo', on)}
          />
        </Row>
      </ul>
    </section>
  )
}

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {children}
  </li>
)

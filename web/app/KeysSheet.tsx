import { Modal, Switch } from 'antd'
import { KeyNames } from '#web/kit/keys/KeyNames.tsx'
import { ownerOf, registrations, SCOPES, type Binding, type Scope } from '#web/kit/keys/keys.ts'
import { preferences, setPreference } from '#web/kit/data/preferences.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import './keys-sheet.css'

const TITLES: Record<Scope, string> = { everywhere: 'Everywhere', list: 'List', panel: 'Panel' }

/** Every key that works right now, and the switch that turns single letters off. */
export const KeysSheet = ({ onClose }: { onClose: () => void }) => {
  useFocusBack()
  const { singleKeys } = preferences.use()
  const all = registrations.get().map(({ current }) => current)
  const owner = ownerOf(all)
  return (
    <Modal open title="Keys" footer={null} onCancel={onClose} width={640}>
      <div className="keys-sheet">
        {SCOPES.filter((scope) => scope === 'everywhere' || scope === owner).map((scope) => {
          const bindings = unique(all.filter((one) => one.scope === scope).flatMap((one) => one.bindings)).filter(
            ({ keys }) => keys.length > 0,
          )
          return (
            bindings.length > 0 && (
              <section key={scope}>
                <h2>{TITLES[scope]}</h2>
                <dl>
                  {bindings.map(({ keys, label }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        {[keys].flat().map((one, index) => (
                          <span key={one}>
                            {index > 0 && ' or'}
                            <span className="sr-only">{one}</span>
                            <KeyNames keys={one} />
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          )
        })}
      </div>
      <div className="keys-switch">
        <Switch
          checked={singleKeys}
          onChange={(on) => setPreference('singleKeys', on)}
          aria-label="Single-key shortcuts"
        />
        <span>Single-key shortcuts. Ctrl K always works.</span>
      </div>
    </Modal>
  )
}

const unique = (bindings: readonly Binding[]) => [
  ...new Map(bindings.map((binding) => [binding.label, binding])).values(),
]

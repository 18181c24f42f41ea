import { Button, Switch } from 'antd'

interface ChoiceRowProps {
  name: string
  about: string
  hidden: boolean
  /** It is always offered. */
  stays: boolean
  mayChange: boolean
  running: boolean
  onRename: () => void
  onOffer: (offered: boolean) => void
}

/** Something that staff choose: what it is called, and whether they may choose it. */
export const ChoiceRow = ({ name, about, hidden, stays, mayChange, running, onRename, onOffer }: ChoiceRowProps) => (
  <li>
    <div>
      <h3>{name}</h3>
      <p>{about}</p>
    </div>
    <div className="settings-acts">
      {mayChange && (
        <Button aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
      )}
      <Switch
        aria-label={`Offer ${name}`}
        checked={!hidden}
        loading={running}
        disabled={stays || !mayChange}
        onChange={onOffer}
      />
    </div>
  </li>
)

import { useState } from 'react'

interface Row {
  setFields: (fields: { name: 'domainName'; errors: string[] }[]) => void
  focusField: (name: 'domainName') => void
}

/** The faults of a row with a domain to enter: looked at on sending and, from a refusal until it has gone well, with every change. */
export const useRowFaults = (form: Row) => {
  const [failed, setFailed] = useState(false)
  const stay = () => {
    setFailed(true)
    form.focusField('domainName')
  }
  return {
    trigger: failed ? 'onChange' : 'onSubmit',
    stay,
    tell: (sentence: string) => {
      form.setFields([{ name: 'domainName', errors: [sentence] }])
      stay()
    },
    clear: () => setFailed(false),
  }
}

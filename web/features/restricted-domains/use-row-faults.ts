import type { FormInstance } from 'antd'
import { useState } from 'react'

/** The faults of a row with a domain to enter: looked at on sending and, from a refusal until it has gone well, with every change. */
export const useRowFaults = <Values extends { domainName: string }>(form: FormInstance<Values>) => {
  const [failed, setFailed] = useState(false)
  const stay = () => {
    setFailed(true)
    form.focusField('domainName')
  }
  return {
    trigger: failed ? 'onChange' : 'onSubmit',
    stay,
    tell: (sentence: string) => {
      form.setFields([{ name: 'domainName' as never, errors: [sentence] }])
      stay()
    },
    clear: () => setFailed(false),
  }
}

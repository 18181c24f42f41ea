import { Button, Form, Modal, type FormInstance } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ApiError, mayBeSentAgain, sentenceOf } from '#web/kit/data/api.ts'
import { DialogFoot } from './DialogFoot.tsx'
import { useDraft } from './use-draft.ts'
import { formats } from '#web/kit/look/format.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { useUnmounted } from './use-unmounted.ts'
import { useStable } from './use-stable.ts'

/** What a form's `onSave` answers to stay open without a fault. */
export const STAY = Symbol('stay')

interface FormModalProps<Values extends object, Begun extends object> {
  title: string
  /** The verb on the primary button. */
  button: string
  open: boolean
  onClose: () => void
  /** What is wrong beyond the rules of the fields; nothing is saved before it is right. */
  check?: (values: Values) => readonly FieldError[]
  /** Throws to stay open: pass an action's `orThrow`. Answers STAY where something has to be asked first. */
  onSave: (values: Values) => Promise<unknown>
  initialValues?: Partial<Values>
  /** Keeps what is half written under this name and offers it again. */
  draft?: string
  /** What the form rests on: kept with what is half written. */
  begunOn?: Begun | undefined
  danger?: boolean
  /** Something was typed, or taken from what was half written about an earlier state. */
  onTouch?: (begunOn?: Begun) => void
  /** The caller's, where parts of it look into the form. */
  form?: FormInstance<Values>
  width?: number
  children: ReactNode
}

/** A form in a modal. It stays open on failure, with a summary that links to each field; nothing typed is lost. */
export const FormModal = <Values extends object, Begun extends object = object>({
  title,
  button,
  open,
  onClose,
  ...form
}: FormModalProps<Values, Begun>) => (
  <Modal open={open} title={title} onCancel={onClose} footer={null} destroyOnHidden width={form.width ?? 480}>
    <ModalForm title={title} button={button} open={open} onClose={onClose} {...form} />
  </Modal>
)

const ModalForm = <Values extends object, Begun extends object>({
  title,
  button,
  onClose,
  check,
  onSave,
  initialValues,
  draft,
  begunOn,
  danger = false,
  onTouch,
  form: given,
  children,
}: FormModalProps<Values, Begun>) => {
  const [form] = Form.useForm<Values>(given)
  const [saving, setSaving] = useState(false)
  const errors = useFormErrors(form)
  const kept = useDraft<{ begunOn?: Begun | undefined }>(draft ?? 'none')
  const touched = useRef(false)
  const gone = useUnmounted()
  useFocusBack()

  const keep = useStable(() => {
    if (draft) kept.keep({ ...form.getFieldsValue(true), begunOn })
  })
  const touch = (from?: Begun) => {
    touched.current = true
    onTouch?.(from)
  }
  // What was typed rests from then on upon what it was compared with.
  useEffect(() => {
    if (touched.current) keep()
  }, [begunOn, keep])

  const save = async (values: Values) => {
    const wrong = check?.(values) ?? []
    if (wrong.length > 0) return errors.mark(wrong)
    setSaving(true)
    errors.clear()
    try {
      if ((await onSave(values)) === STAY) {
        if (gone.current) toast.failed(`${notDone(title)} Open it again to fix it.`)
        return
      }
      if (draft) kept.drop()
      // Closed meanwhile: another dialog may be open in its place.
      if (!gone.current) onClose()
    } catch (failure) {
      errors.show(failure, { title, again: () => void save(values) })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger={errors.trigger}
      requiredMark={markOptional}
      scrollToFirstError={false}
      {...(initialValues && { initialValues })}
      onFinish={(values: Values) => void save(values)}
      onFinishFailed={errors.showFields}
      onValuesChange={() => {
        touch()
        keep()
      }}
    >
      {errors.summary}
      {draft && kept.found && (
        <DraftOffer
          at={kept.found.at}
          onTake={() => {
            const { begunOn: from, ...values } = kept.found?.values ?? {}
            form.setFieldsValue(values)
            touch(from)
            kept.taken()
          }}
          onDrop={kept.drop}
        />
      )}
      {children}
      <DialogFoot button={button} danger={danger} loading={saving} onCancel={onClose} />
    </Form>
  )
}

const notDone = (title: string) => `“${title}” did not go through.`

/** What was left while it was sent tells by a message that it failed. */
export const tellNotDone = (failure: unknown, { title, otherwise, again }: NotDone) => {
  const what = title === undefined ? [] : [notDone(title)]
  const text = [...what, sentenceOf(failure, otherwise)].join(' ')
  toast.failed(text, { retry: mayBeSentAgain(failure) ? again : undefined })
}

interface NotDone {
  title?: string | undefined
  /** What to say where the failure has no sentence of its own. */
  otherwise?: string
  again?: (() => void) | undefined
}

/** Marks what may be left out, not what must be filled. */
export const markOptional = (label: ReactNode, { required }: { required: boolean }) => (
  <>
    {label}
    {!required && <span className="optional">(optional)</span>}
  </>
)

/** Offers what an earlier visit left in a form. */
export const DraftOffer = ({ at, onTake, onDrop }: { at: string; onTake: () => void; onDrop: () => void }) => (
  <div className="draft-offer" role="status">
    <span>Unsaved changes from {formats().relative(at)}</span>
    <span className="draft-offer-acts">
      <Button size="small" onClick={onTake}>
        {' '}
        Continue{' '}
      </Button>
      <Button size="small" type="text" onClick={onDrop}>
        Discard
      </Button>
    </span>
  </div>
)

/** What a form holds where every field is right; otherwise undefined, and its fields say what is wrong. */
export const valuesOf = <Values extends object>(form: FormInstance<Values>): Promise<Values | undefined> =>
  form.validateFields().catch(() => undefined)

interface FieldError {
  name: (string | number)[]
  errors: string[]
}

/** The errors of a form: the summary to put on top, and what shows them. Field errors of the server land on their fields. */
export const useFormErrors = (form: FormInstance) => {
  const [shown, setShown] = useState<{ title: string; fields: readonly FieldError[] }>()
  const [failed, setFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const heading = useId()
  const gone = useUnmounted()
  const put = (title: string, fields: readonly FieldError[]) => {
    setShown({ title, fields })
    setFailed(true)
    requestAnimationFrame(() => box.current?.focus())
  }

  const clear = () => setShown(undefined)
  const showFields = ({ errorFields }: { errorFields: readonly FieldError[] }) =>
    put(errorFields.length === 1 ? 'Fix 1 field' : `Fix ${errorFields.length} fields`, errorFields)
  const setErrors = (fields: readonly FieldError[]) =>
    form.setFields(fields.map(({ name, errors }) => ({ name: name as never, errors })))

  return {
    clear,
    showFields,
    /** When the fields are looked at: on sending, and once that has failed each with every change. */
    trigger: failed ? 'onChange' : 'onSubmit',
    /** Says at each field what is wrong with it, and on top of all. */
    mark: (fields: readonly FieldError[]) => {
      setErrors(fields)
      showFields({ errorFields: fields })
    },
    /** Whether every field is right; shows those that are not. */
    check: async () => {
      clear()
      return form.validateFields().then(
        () => true,
        (failed: { errorFields: FieldError[] }) => {
          showFields(failed)
          return false
        },
      )
    },
    /** A form that was left while it was sent tells it by a message, with the name of what was sent. */
    show: (failure: unknown, { title, again }: { title?: string; again?: () => void } = {}) => {
      if (gone.current) return tellNotDone(failure, { title, again })
      const fields =
        failure instanceof ApiError
          ? failure.errors.map(({ field, message }) => ({ name: pathOf(field), errors: [message] }))
          : []
      setErrors(fields)
      put(sentenceOf(failure), fields)
    },
    summary: shown && (
      <div ref={box} className="form-errors" role="alert" tabIndex={-1} aria-labelledby={heading}>
        <strong id={heading}>{shown.title}</strong>
        {shown.fields.map(({ name, errors }) => (
          <button key={name.join('.')} type="button" className="form-error-link" onClick={() => focusField(form, name)}>
            {errors[0]}
          </button>
        ))}
      </div>
    ),
  }
}

/** A group of choices takes no focus itself: the first of them does. */
const focusField = (form: FormInstance, name: (string | number)[]) => {
  const field: unknown = form.getFieldInstance(name)
  const choice = field instanceof HTMLElement && field.querySelector('input')
  if (choice) choice.focus()
  else form.focusField(name)
}

/** `body/products/0/quantity`, `products.0.quantity` → the form's own path. */
const pathOf = (field: string) =>
  field
    .replace(/^(body|query|params)[./]/, '')
    .split(/[./]/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

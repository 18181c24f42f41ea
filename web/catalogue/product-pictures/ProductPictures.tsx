import { Skeleton } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  MOST_PICTURES,
  productPictures,
  type ProductPictures as Pictures,
} from '#contract/catalogue/product-pictures.ts'
import { keyOf, sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { dropOf, PictureDrop } from '#web/platform/pictures/PictureDrop.tsx'
import { UploadRow } from '#web/platform/pictures/UploadRow.tsx'
import { sendPicture, useUploads, type SendOptions } from '#web/platform/pictures/use-uploads.ts'
import { PictureRow, rowId } from './PictureRow.tsx'
import './product-pictures.css'

interface ProductPicturesProps {
  productId: number
  /** Of the product, as whoever shows this knows it: with a newer one the pictures are fetched again. */
  version: number
  mayEdit: boolean
  /** Told when the pictures, and with them the product, have another version. */
  onChanged: (version: number) => void
}

/** The pictures of a product: they are dropped, pasted or chosen, ordered, described and removed. Each act is stored at once. */
export const ProductPictures = ({ productId, version, mayEdit, onChanged }: ProductPicturesProps) => {
  const input = { params: { id: productId } }
  const { data: answer, error, refetch } = useOne(productPictures.list, input)
  const known = answer?.data.version
  useEffect(() => {
    if (known !== undefined && version > known) void refetch()
  }, [version, known, refetch])

  const show = (data: Pictures) => {
    queryClient.setQueryData(keyOf(productPictures.list, input), { success: true, data })
    onChanged(data.version)
  }
  const send = (file: File, options: SendOptions) =>
    sendPicture(
      productPictures.add,
      file,
      (bytes) => ({ params: { id: productId, no: MOST_PICTURES }, query: { name: file.name.slice(0, 200) }, bytes }),
      options,
    )
  const { uploads, add, retry, putAway } = useUploads(send, productPictures.add.failure, ({ data }) => show(data))
  const { arrange, order, dragged } = useArrangement(productId, answer?.data, show, () => void refetch())
  usePasted(mayEdit, add)
  const [over, setOver] = useState(false)

  if (error && !answer) return <Notice kind="error" title={sentenceOf(error, productPictures.list.failure)} />
  if (!answer) return <Skeleton active />
  const { images } = answer.data
  const room = MOST_PICTURES - images.length - uploads.length
  return (
    <section className="pictures" aria-label="Pictures" {...dropOf(mayEdit, setOver, add)}>
      {mayEdit && (
        <PictureDrop
          id="picture-file"
          title="Drop pictures here, paste them, or choose files"
          hint={`JPEG, PNG or WebP, up to 10 MB each. ${roomFor(room)}`}
          multiple
          over={over}
          onFiles={add}
        />
      )}
      {!mayEdit && images.length === 0 && <p className="picture-alt">No pictures yet.</p>}
      <ol className="picture-rows">
        {images.map((picture, at) => (
          <PictureRow
            key={picture.id}
            picture={picture}
            place={at + 1}
            of={images.length}
            mayEdit={mayEdit}
            isTarget={dragged.over === picture.id}
            onMove={(place) => order.move(picture.id, place)}
            onRemove={() => order.remove(picture.id)}
            onDescribe={(alt) => arrange.describe(picture.id, alt)}
            drag={{
              start: () => dragged.start(picture.id),
              over: () => dragged.enter(picture.id),
              drop: () => dragged.drop(at + 1),
              end: dragged.end,
            }}
          />
        ))}
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onRetry={() => retry(upload)} onPutAway={() => putAway(upload)} />
        ))}
      </ol>
    </section>
  )
}

const roomFor = (room: number) =>
  room >= MOST_PICTURES
    ? `Up to ${MOST_PICTURES} pictures; the first is the cover.`
    : room > 0
      ? `Room for ${room} more.`
      : `A product can have at most ${MOST_PICTURES} pictures.`

/** What is done with the pictures that are there. Whatever was done by keyboard, the focus stays where it can be done again. */
const useArrangement = (
  productId: number,
  shown: Pictures | undefined,
  show: (data: Pictures) => void,
  refetch: () => void,
) => {
  const then = ({ data }: { data: Pictures }) => show(data)
  const move = useAction(productPictures.arrange, { done: 'Moved the picture', then })
  const remove = useAction(productPictures.arrange, { done: 'Removed the picture', then })
  const describe = useAction(productPictures.arrange, { done: 'Saved the description', then })
  const [held, setHeld] = useState<number>()
  const [over, setOver] = useState<number>()
  const focusOn = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focusOn.current === undefined) return
    document.querySelector<HTMLElement>(focusOn.current)?.focus()
    focusOn.current = undefined
  }, [shown])

  const store = async (action: typeof move, images: Pictures['images']) => {
    if (!shown || action.running) return false
    const body = { images: images.map(({ id, alt }) => ({ id, alt })), version: shown.version }
    const reply = await action({ params: { id: productId }, body })
    if (!reply) refetch()
    return reply !== undefined
  }
  const images = shown?.images ?? []
  const moveTo = (id: number, place: number) => {
    const at = images.findIndex((each) => each.id === id)
    const [moved] = images.slice(at)
    if (!moved || at === place - 1) return
    const act = place - 1 < at ? 'up' : 'down'
    focusOn.current = `#${rowId(id)} [data-act=${act}]`
    void store(move, images.toSpliced(at, 1).toSpliced(place - 1, 0, moved))
  }

  return {
    arrange: {
      describe: (id: number, alt: string) =>
        store(
          describe,
          images.map((each) => (each.id === id ? { ...each, alt } : each)),
        ),
    },
    order: {
      move: moveTo,
      remove(id: number) {
        const at = images.findIndex((each) => each.id === id)
        const next = images[at + 1] ?? images[at - 1]
        focusOn.current = next ? `#${rowId(next.id)} [data-act=remove]` : '#picture-file'
        void store(remove, images.toSpliced(at, 1))
      },
    },
    dragged: {
      over: held === undefined || held === over ? undefined : over,
      start: setHeld,
      enter: setOver,
      drop: (place: number) => held !== undefined && moveTo(held, place),
      end: () => {
        setHeld(undefined)
        setOver(undefined)
      },
    },
  }
}

/** Takes files that are pasted, wherever the focus is. */
const usePasted = (listens: boolean, onFiles: (files: readonly File[]) => void) => {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!listens) return
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [listens])
}

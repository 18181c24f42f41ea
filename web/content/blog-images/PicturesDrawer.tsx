import { ArrowLeftOutlined, InboxOutlined } from '@ant-design/icons'
import { Button, Drawer, Segmented, Skeleton } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { blogImages, type BlogImage } from '#contract/content/blog-images.ts'
import { sentenceOf, useAction, useList } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { State } from '#web/kit/list/ListStates.tsx'
import { SearchBox } from '#web/kit/list/SearchBox.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { dropOf, PictureDrop } from '#web/platform/pictures/PictureDrop.tsx'
import { UploadRow } from '#web/platform/pictures/UploadRow.tsx'
import { useUploads } from '#web/platform/pictures/use-uploads.ts'
import { ImageForm } from './ImageForm.tsx'
import { uploadImage } from './upload-image.ts'
import './images.css'

interface PicturesDrawerProps {
  /** Undefined: pictures are looked after here, not chosen. */
  onChoose?: (image: BlogImage) => void
  onClose: () => void
}

const TITLE = 'pictures-title'
const PAGE = 50
type Shows = 'all' | 'unused' | 'without_alt'
const SHOWS: { value: Shows; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unused', label: 'Unused' },
  { value: 'without_alt', label: 'Without description' },
]

/** The pictures of posts and authors: they are added, searched, described, deleted, and chosen for a post. */
export const PicturesDrawer = ({ onChoose, onClose }: PicturesDrawerProps) => {
  useFocusBack()
  const narrow = useNarrow()
  const [[search, shows, page], setWanted] = useState<readonly [string, Shows, number]>(['', 'all', 1])
  const [edited, setEdited] = useState<number>()
  const [left, setLeft] = useState<number>()
  const [over, setOver] = useState(false)
  const query = { page, pageSize: PAGE, ...(search && { search }), ...(shows !== 'all' && { only: shows }) }
  const { data, error, isError, refetch } = useList(blogImages.list, query)
  const mayAdd = can(blogImages.add)
  const { uploads, add, retry, putAway } = useUploads(uploadImage, blogImages.add.failure, (image) => {
    setWanted(['', 'all', 1])
    // One picture that was sent to be chosen is the one.
    if (onChoose && uploads.length <= 1) onChoose(image)
  })
  const back = () => {
    setLeft(edited)
    setEdited(undefined)
  }
  const image = data?.data.find(({ id }) => id === edited)

  return (
    <Drawer
      open
      title={
        <span id={TITLE}>
          {image && (
            <Button type="text" icon={<ArrowLeftOutlined />} aria-label="Back to all pictures" onClick={back} />
          )}
          {image ? image.alt || image.name || 'Picture' : onChoose ? 'Choose a picture' : 'Pictures'}
        </span>
      }
      size={narrow ? '100%' : 720}
      aria-labelledby={TITLE}
      // Escape leads back from a picture first.
      onClose={(event) => (image && 'key' in event ? back() : onClose())}
      rootClassName="pictures-drawer"
    >
      {image ? (
        <ImageForm key={image.id} image={image} onDone={back} />
      ) : (
        <div className="library" {...dropOf(mayAdd, setOver, add)}>
          {mayAdd && (
            <PictureDrop
              id="library-file"
              title="Drop pictures here, or choose files"
              hint="JPEG, PNG or WebP, up to 10 MB each."
              multiple
              over={over}
              onFiles={add}
            />
          )}
          {uploads.length > 0 && (
            <ul className="image-uploads">
              {uploads.map((upload) => (
                <UploadRow
                  key={upload.key}
                  upload={upload}
                  onRetry={() => retry(upload)}
                  onPutAway={() => putAway(upload)}
                />
              ))}
            </ul>
          )}
          <div className="library-filters">
            <SearchBox value={search} placeholder="Search pictures" onSearch={(text) => setWanted([text, shows, 1])} />
            <Segmented<Shows>
              aria-label="Which pictures"
              options={SHOWS}
              value={shows}
              onChange={(chosen) => setWanted([search, chosen, 1])}
            />
          </div>
          {isError && (
            <Notice
              kind="error"
              title="The pictures did not load"
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            >
              {sentenceOf(error, blogImages.list.failure)}
            </Notice>
          )}
          {!data && !isError && <Skeleton active />}
          {data && data.data.length === 0 && <Empty searched={search !== '' || shows !== 'all'} />}
          {data && data.data.length > 0 && (
            <>
              <Tiles images={data.data} left={left} onEdit={setEdited} {...(onChoose && { onChoose })} />
              <Foot {...data.pagination} onPage={(next) => setWanted([search, shows, next])} />
            </>
          )}
        </div>
      )}
    </Drawer>
  )
}

const Empty = ({ searched }: { searched: boolean }) => (
  <State icon={<InboxOutlined aria-hidden />} title={searched ? 'No pictures match' : 'No pictures yet'}>
    {searched ? 'Search for other words, or show all pictures.' : 'Add the first picture for a post or an author.'}
  </State>
)

interface TilesProps {
  images: readonly BlogImage[]
  /** The one that was edited before, which has the focus. */
  left: number | undefined
  onEdit: (id: number) => void
  onChoose?: (image: BlogImage) => void
}

/** Arrow keys go from picture to picture; Enter chooses or edits, E edits, Del deletes. */
const Tiles = ({ images, left, onEdit, onChoose }: TilesProps) => {
  const list = useRef<HTMLUListElement>(null)
  const remove = useAction(blogImages.remove, { done: 'Deleted the picture', refreshes: blogImages.list })
  const mayEdit = can(blogImages.edit)
  const keys = (event: KeyboardEvent, image: BlogImage, at: number) => {
    const run = {
      ArrowRight: () => focus(at + 1),
      ArrowLeft: () => focus(at - 1),
      ArrowDown: () => focus(at + across(list.current)),
      ArrowUp: () => focus(at - across(list.current)),
      ...(mayEdit && {
        e: () => onEdit(image.id),
        Delete: () => {
          focus(at === images.length - 1 ? at - 1 : at + 1)
          void remove({ params: { id: image.id } })
        },
      }),
    }[event.key]
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const focus = (at: number) => buttonsOf(list.current)[at]?.focus()

  return (
    <ul ref={list} className="tiles">
      {images.map((image, at) => {
        const called = image.alt || image.name || 'Picture'
        return (
          <li key={image.id} className="tile">
            <button
              type="button"
              className="tile-button"
              autoFocus={image.id === left}
              aria-label={onChoose ? `Choose ${called}` : mayEdit ? `Edit ${called}` : called}
              onClick={() => (onChoose ? onChoose(image) : mayEdit && onEdit(image.id))}
              onKeyDown={(event) => keys(event, image, at)}
            >
              <img src={image.small_url} alt="" loading="lazy" draggable={false} />
            </button>
            <p className="tile-name cut">{called}</p>
            <p className="tile-about">
              {image.width} × {image.height} ·{' '}
              {image.uses === 0 ? 'unused' : `used ${counted(image.uses, 'time', 'times')}`}
              {onChoose && mayEdit && (
                <Button type="link" size="small" onClick={() => onEdit(image.id)} aria-label={`Edit ${called}`}>
                  Edit
                </Button>
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

const buttonsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('.tile-button') ?? [])]
/** How many stand beside one another. */
const across = (list: HTMLElement | null) => {
  const tops = buttonsOf(list).map((each) => each.getBoundingClientRect().top)
  return Math.max(1, tops.filter((top) => top === tops[0]).length)
}

interface FootProps {
  page: number
  pageSize: number
  total: number
  totalPages: number
  onPage: (page: number) => void
}

const Foot = ({ page, pageSize, total, totalPages, onPage }: FootProps) => (
  <div className="library-foot">
    <span>
      {formats().number((page - 1) * pageSize + 1)}–{formats().number(Math.min(total, page * pageSize))} of{' '}
      {formats().number(total)}
    </span>
    {totalPages > 1 && (
      <>
        <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button disabled={page === totalPages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </>
    )}
  </div>
)

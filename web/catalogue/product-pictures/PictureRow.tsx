import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState, type DragEvent } from 'react'
import type { ProductPicture as Picture } from '#contract/catalogue/product-pictures.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { ProductPicture } from './ProductPicture.tsx'

interface PictureRowProps {
  picture: Picture
  /** Counted from 1. */
  place: number
  of: number
  mayEdit: boolean
  /** What is dragged is over it. */
  isTarget: boolean
  onMove: (place: number) => void
  onRemove: () => void
  /** Answers whether it was stored. */
  onDescribe: (alt: string) => Promise<boolean>
  drag: { start: () => void; over: () => void; drop: () => void; end: () => void }
}

/** The type of what is dragged from here, so that nothing else is taken for it. */
const DRAGGED = 'application/x-product-picture'

/** A picture of the product: what it shows, its place, and what can be done with it. */
export const PictureRow = ({ picture, place, of, mayEdit, isTarget, drag, ...does }: PictureRowProps) => {
  const called = picture.alt || picture.name || `Picture ${place}`
  const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAGGED)
  const dragged = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(DRAGGED, String(picture.id))
      dataTransfer.effectAllowed = 'move'
      drag.start()
    },
    onDragEnd: drag.end,
  }
  return (
    <li
      id={rowId(picture.id)}
      className={isTarget ? 'picture-row picture-row-target' : 'picture-row'}
      onDragOver={(event) => {
        if (!isOurs(event)) return
        event.preventDefault()
        drag.over()
      }}
      onDrop={(event) => {
        if (!isOurs(event)) return
        event.preventDefault()
        drag.drop()
      }}
    >
      {mayEdit && (
        <span className="picture-handle" title="Drag to move" {...dragged}>
          <HolderOutlined aria-hidden />
        </span>
      )}
      <a href={picture.large} target="_blank" rel="noreferrer" draggable={false} aria-label={`Open ${called}`}>
        <ProductPicture image={{ ...picture, alt: '' }} size={96} />
      </a>
      <div className="picture-text">
        <p className="picture-name">
          {place === 1 && <StatusTag tone="info">Cover</StatusTag>}
          <span className="cut">{picture.name || `Picture ${place}`}</span>
          <span className="picture-size">
            {picture.width} × {picture.height}
          </span>
        </p>
        {mayEdit ? (
          <Description key={picture.id} alt={picture.alt} called={called} onDescribe={does.onDescribe} />
        ) : (
          <p className="picture-alt">{picture.alt}</p>
        )}
      </div>
      {mayEdit && (
        <div className="picture-acts">
          <Button
            type="text"
            data-act="up"
            icon={<ArrowUpOutlined />}
            aria-label={`Move ${called} up`}
            aria-disabled={place === 1}
            onClick={() => place > 1 && does.onMove(place - 1)}
          />
          <Button
            type="text"
            data-act="down"
            icon={<ArrowDownOutlined />}
            aria-label={`Move ${called} down`}
            aria-disabled={place === of}
            onClick={() => place < of && does.onMove(place + 1)}
          />
          <Button
            type="text"
            data-act="remove"
            icon={<DeleteOutlined />}
            aria-label={`Remove ${called}`}
            onClick={does.onRemove}
          />
        </div>
      )}
    </li>
  )
}

export const rowId = (id: number) => `picture-${id}`

const ASK = 'Describe the picture for people who cannot see it'

/** Stored when the field is left or on Enter; Escape takes back what was typed. */
const Description = ({
  alt,
  called,
  onDescribe,
}: Pick<PictureRowProps, 'onDescribe'> & { alt: string; called: string }) => {
  const [typed, setTyped] = useState<string>()
  const store = async () => {
    const text = typed?.trim()
    if (text === undefined || text === alt || (await onDescribe(text))) setTyped(undefined)
  }
  return (
    <Input.TextArea
      rows={2}
      value={typed ?? alt}
      maxLength={250}
      placeholder={ASK}
      aria-label={`Description of ${called}`}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void store()}
      onPressEnter={(event) => {
        event.preventDefault()
        void store()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === undefined) return
        event.stopPropagation()
        setTyped(undefined)
      }}
    />
  )
}

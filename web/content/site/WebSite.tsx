import { Button, Modal } from 'antd'
import { useState } from 'react'
import { site, type Site } from '#contract/content/site.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import { EditSite } from './EditSite.tsx'
import { SITE } from './site-reads.ts'
import './site.css'

/** How readers get the posts: what the blog is called, where it is read, and by which key. */
export const WebSite = () => {
  const { data, isError, error, refetch } = useOne(site.now, {})
  const [editing, setEditing] = useState(false)
  if (isError)
    return (
      <Notice
        kind="error"
        title="The web site did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, site.now.failure)}
      </Notice>
    )
  const now = data?.data
  return (
    <>
      <section className="section" aria-labelledby="web-site" aria-busy={!now}>
        <div className="settings-head">
          <h2 id="web-site">Web site</h2>
          {can(site.change.permission) && (
            <Button disabled={!now} onClick={() => setEditing(true)}>
              Edit web site
            </Button>
          )}
        </div>
        <p className="page-subtitle">Your own web site reads published posts from here, or readers open them here.</p>
        {now && <Settings now={now} />}
      </section>
      {now && <Addresses now={now} />}
      {now && editing && <EditSite now={now} onClose={() => setEditing(false)} />}
    </>
  )
}

const Settings = ({ now }: { now: Site }) => (
  <ul className="settings">
    <Setting title="Name">
      {now.name} {now.status === 'paused' && <StatusTag tone="warning">Paused</StatusTag>}
    </Setting>
    <Setting title="Address of posts">{now.site_url || 'On the hosted blog below'}</Setting>
    <Setting title="Allowed websites">
      {now.allowed_origins.join(', ') || 'None. Servers can read posts, pages of other sites can’t.'}
    </Setting>
    <Setting title="Publisher">
      <span className="site-publisher">
        {now.publisher_logo && <img src={now.publisher_logo.small_url} alt="" height="24" />}
        {now.publisher_name || 'Your company’s name'}
      </span>
    </Setting>
    <Setting title="Postal address">{now.postal_address || 'None'}</Setting>
    <Setting title="Language and feeds">
      {now.locale}, the newest {now.feed_size} posts
    </Setting>
  </ul>
)

const Setting = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p className="site-lines">{children}</p>
    </div>
  </li>
)

const ADDRESSES = [
  { kind: 'blog', label: 'Hosted blog' },
  { kind: 'posts', label: 'Posts as JSON' },
  { kind: 'atom', label: 'Atom feed' },
  { kind: 'rss', label: 'RSS feed' },
  { kind: 'sitemap', label: 'Sitemap' },
] as const

/** Where the blog is read; each address has the key in it. */
const Addresses = ({ now: { addresses, key_made } }: { now: Site }) => {
  const [asking, setAsking] = useState(false)
  const make = useAction(site.makeKey, {
    done: 'Made a new key',
    refreshes: SITE,
    then: () => setAsking(false),
  })
  const mayMake = can(site.makeKey.permission)
  return (
    <section className="section" aria-labelledby="addresses">
      <div className="settings-head">
        <h2 id="addresses">Addresses</h2>
        {mayMake && (
          <Button loading={make.running} onClick={() => (addresses ? setAsking(true) : void make({}))}>
            {addresses ? 'New key' : 'Make key'}
          </Button>
        )}
      </div>
      <p className="page-subtitle">
        {key_made ? (
          <>
            Key made{key_made.by && ` by ${key_made.by.name}`}, <When at={key_made.at} />. Anyone who has an address can
            read what is published.
          </>
        ) : (
          'Nobody can read the blog yet. Make a key to open it.'
        )}
      </p>
      {addresses && (
        <ul className="settings">
          {ADDRESSES.map(({ kind, label }) => (
            <Address key={kind} label={label} text={addresses[kind]} />
          ))}
        </ul>
      )}
      <Modal
        open={asking}
        title="Make a new key?"
        onCancel={() => setAsking(false)}
        footer={[
          <Button key="keep" onClick={() => setAsking(false)}>
            Keep the current key
          </Button>,
          <Button key="new" danger loading={make.running} onClick={() => void make({})}>
            Make a new key
          </Button>,
        ]}
      >
        <p>All addresses below change, and the current ones stop working for readers. You can’t undo this.</p>
      </Modal>
    </section>
  )
}

const Address = ({ label, text }: { label: string; text: string }) => (
  <li>
    <div>
      <h3>{label}</h3>
      <p>
        <a href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      </p>
    </div>
    <Button
      size="small"
      aria-label={`Copy: ${label}`}
      onClick={() =>
        void copyText(text, { done: 'Copied', failed: 'It was not copied. Select it and copy it manually.' })
      }
    >
      Copy
    </Button>
  </li>
)

import { blogPosts } from '#contract/content/blog-posts.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

export const blogJobs: JobArea = { lists: [blogPosts.list], files: {} }

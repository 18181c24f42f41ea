/** What readers can read of ours. */
export { ourPosts, ourTexts, type OurText } from '#server/content/site/our-posts.ts'

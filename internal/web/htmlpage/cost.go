package htmlpage

import "bytes"

// The memory that work on a page takes, measured on deliberately costly pages of 4.5 MB (docs/performance/web.md).
const (
	costOfByte = 8   // the page, its texts and the output
	costOfNode = 350 // an element or text in the tree, with what is derived from it
	costOfAttr = 64  // an attribute
)

// Cost is about the most memory, in bytes, that reading and processing a page or feed takes. It only counts the
// marks of tags and attributes, so it can run before any parsing.
func Cost(page []byte) int64 {
	tags := min(2*bytes.Count(page, []byte("<"))+1, maxNodes) // with a text after each
	attributes := min(bytes.Count(page, []byte("=")), allAttrs)
	return costOfByte*int64(len(page)) + costOfNode*int64(tags) + costOfAttr*int64(attributes)
}

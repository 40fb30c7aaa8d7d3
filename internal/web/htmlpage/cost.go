package htmlpage

import "bytes"

// What work on a page takes of memory, as measured with pages of 4.5 MB made to be costly (docs/performance/web.md).
const (
	costOfByte = 8   // the page, its texts, and what is written of them
	costOfNode = 350 // an element or text in the tree, and in what is worked out of it
	costOfAttr = 64  // an attribute
)

// Cost is how many bytes of memory it takes at most, about, to read a page or a feed and work on it. It looks only for
// the marks of tags and attributes, so that it can be asked before anything is read.
func Cost(page []byte) int64 {
	tags := min(2*bytes.Count(page, []byte("<"))+1, maxNodes) // with a text after each
	attributes := min(bytes.Count(page, []byte("=")), allAttrs)
	return costOfByte*int64(len(page)) + costOfNode*int64(tags) + costOfAttr*int64(attributes)
}

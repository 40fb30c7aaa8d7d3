package upstream

import (
	"bytes"
	"mime"
	"strings"
)

// noRecord is how a provider says that it has no such record.
type noRecord struct {
	status int
	says   func(*Response) bool
}

// BareStatus is for [Request.NoRecord] where the provider's own document makes the status alone its word: any body will
// do that is not a page.
func BareStatus(*Response) bool { return true }

// Says is for [Request.NoRecord] where the provider's words are known: the body holds them, letters of either case.
func Says(words string) func(*Response) bool {
	small := []byte(strings.ToLower(words))
	return func(resp *Response) bool { return bytes.Contains(bytes.ToLower(resp.Body), small) }
}

// IsEmptyObject says whether an answer is {}. It is for providers that say so that there is nothing; the adapter cites
// what shows it, and the drift test lists them.
func IsEmptyObject(body []byte) bool { return string(bytes.TrimSpace(body)) == "{}" }

// recordKind is what an answer of this status, which as a rule means kind, says about the record.
func (r *Request) recordKind(kind Kind, resp *Response) Kind {
	page := resp.isPage()
	for _, n := range r.noRecord {
		if n.status == resp.Status && !page && n.says(resp) {
			return NotFound
		}
	}
	if kind == NotFound {
		return BadResponse
	}
	return kind
}

// isPage says whether the answer is an HTML page, by its type or its first bytes.
func (r *Response) isPage() bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && kind == "text/html" {
		return true
	}
	head := bytes.ToLower(bytes.TrimLeft(unmarked(r.Body[:min(len(r.Body), 512)]), " \t\r\n"))
	return bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html"))
}

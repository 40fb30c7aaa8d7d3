package main

import (
	"regexp"
	"strings"
)

// madePart is a part of a page that a program writes, between two marks.
var madePart = regexp.MustCompile(`(?s)<!-- [a-z]+ -->.*?<!-- /[a-z]+ -->`)

// documents are the bytes of the pages in docs/ that people write, without what programs write in them.
func documents(root string) (bytes int, err error) {
	err = walk(root, func(path string, source []byte) error {
		page := strings.HasPrefix(path, "docs/") && strings.HasSuffix(path, ".md")
		if page && !strings.HasPrefix(string(source), "<!-- Generated") {
			bytes += len(madePart.ReplaceAll(source, nil))
		}
		return nil
	})
	return bytes, err
}

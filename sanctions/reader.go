package sanctions

import (
	"slices"
	"strings"
)

// reader makes parties of one list. Words that many parties share, such as programmes, are kept once.
type reader struct {
	countries countries
	words     map[string]string
}

func newReader(c countries) *reader { return &reader{c, map[string]string{}} }

// word is s without blanks around it, the same string each time.
func (r *reader) word(s string) string {
	s = strings.TrimSpace(s)
	if known, ok := r.words[s]; ok {
		return known
	}
	s = strings.Clone(s)
	r.words[s] = s
	return s
}

// programs are the distinct words of a list in its order.
func (r *reader) programs(list []string) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		if s = r.word(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

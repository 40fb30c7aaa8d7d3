package sanctions

import (
	"errors"
	"slices"
	"strings"
)

// Bounds of what is kept of a list, some ten times what the longest has. A file that passes the first two is not one of
// the lists; what one party has beyond the others is not kept.
const (
	mostParties = 250_000
	mostNames   = 1_000_000
	mostOfOne   = 1_000 // names, dates or addresses of one party
	longestName = 1_000 // bytes
)

var errTooMany = errors.New("more parties or names than any list has")

// reader makes parties of one list. Words that many parties share, such as programmes, are kept once.
type reader struct {
	countries countries
	words     map[string]string
	names     int
}

func newReader(c countries) *reader { return &reader{countries: c, words: map[string]string{}} }

// add puts a party on the list.
func (r *reader) add(out *Source, p Party) error {
	r.names += len(p.Names)
	if len(out.Parties) >= mostParties || r.names > mostNames {
		return errTooMany
	}
	out.Parties = append(out.Parties, p)
	return nil
}

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
	out := make([]string, 0, min(len(list), mostOfOne))
	for _, s := range list {
		if s = r.word(s); s != "" && len(out) < mostOfOne && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

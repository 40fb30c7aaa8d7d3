package corpus

import (
	"hash/fnv"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// Sightings recognises held-out pages by their expected texts, under whatever address they are met.
type Sightings struct {
	holders map[uint64][]int32 // documents by the hashes of their runs of words
	sizes   []int              // different runs of each document
}

const sightedRun = 8 // words

// NewSightings prepares to recognise the documents.
func NewSightings(docs []Document) *Sightings {
	s := &Sightings{holders: make(map[uint64][]int32), sizes: make([]int, len(docs))}
	for i, d := range docs {
		for run := range hashedRuns(blocks.Tokens(d.Text)) {
			s.holders[run] = append(s.holders[run], int32(i))
			s.sizes[i]++
		}
	}
	return s
}

// Seen says that the page has at least half of the text of one of the documents.
func (s *Sightings) Seen(p *blocks.Page) bool {
	runs := make(map[uint64]bool)
	for i := range p.Blocks {
		for run := range hashedRuns(p.Tokens(i)) {
			runs[run] = true
		}
	}

	counts := make(map[int32]int)
	for run := range runs {
		for _, i := range s.holders[run] {
			counts[i]++
		}
	}

	for i, n := range counts {
		if n*2 >= s.sizes[i] {
			return true
		}
	}

	return false
}

func hashedRuns(words []string) map[uint64]bool {
	runs := make(map[uint64]bool)
	for i := 0; i+sightedRun <= len(words); i++ {
		h := fnv.New64a()
		for _, w := range words[i : i+sightedRun] {
			h.Write([]byte(w + " "))
		}
		runs[h.Sum64()] = true
	}
	return runs
}

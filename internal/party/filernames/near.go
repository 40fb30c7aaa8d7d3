package filernames

import (
	"context"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
)

const (
	// mostLike is how many entries each way of looking gives.
	mostLike = 150
	// mostSeen is how many entries are read for that: those of a short beginning are many.
	mostSeen = 4000
	// leastShorter is how many letters a name has to have left when its last words are taken away.
	leastShorter = 6
	// leastPart is how many letters a part of a name has to have to be looked for.
	leastPart = 3
)

// The ways in which a name that is not written right is found. A slip leaves one half of the name as it is, but for a
// letter where the halves meet, with one letter more or less in all. A name that was cut, or lacks its last words, is
// the beginning of the right one; one that lacks the first words is its end. Each query takes the beginning and the end
// of its range, how many entries are read, the bounds of the length, and how many are given.
const (
	byBeginning = `SELECT cik, name FROM
		(SELECT cik, name, key FROM name WHERE key >= ? AND key < ? LIMIT ?)
		WHERE length(key) BETWEEN ? AND ? ORDER BY length(key) LIMIT ?`
	byEnd = `SELECT cik, name FROM
		(SELECT cik, name, key FROM name WHERE turned >= ? AND turned < ? LIMIT ?)
		WHERE length(key) BETWEEN ? AND ? ORDER BY length(key) LIMIT ?`
)

// beyond, after a prefix, sorts behind every text with that prefix.
const beyond = string(utf8.MaxRune)

// Like are entries whose names may be meant by one that nobody has: with a slip, cut, or with a word more or less. They
// are to be compared. The error is that of the list when it is not loaded.
func (l *List) Like(ctx context.Context, name samename.Name) ([]Entry, error) {
	key := []rune(name.Key)
	size := len(key)
	part := min(size, max(size/2-1, leastPart))
	turned := []rune(backwards(name.Key))
	found := gathered{most: 4 * mostLike}

	err := l.set.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		look := func(way string, part []rune, least, most int) error {
			if len(part) < leastPart {
				return nil
			}
			begin := string(part)
			return x.Each(ctx, found.row, way, begin, begin+beyond, mostSeen, least, most, mostLike)
		}

		for _, way := range []struct {
			query       string
			part        []rune
			least, most int
		}{
			{byBeginning, key[:part], size - 1, size + 1},
			{byEnd, turned[:part], size - 1, size + 1},
			{byBeginning, key, size, longestKey},
			{byEnd, turned, size, longestKey},
		} {
			if err := look(way.query, way.part, way.least, way.most); err != nil {
				return err
			}
		}
		for _, shorter := range name.Shorter(leastShorter) {
			err := x.Each(ctx, found.row, "SELECT cik, name FROM name WHERE key = ? LIMIT ?", shorter, mostSame)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return found.entries, err
}

// longestKey is more letters than a name has.
const longestKey = 1000

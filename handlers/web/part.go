package web

import (
	"fmt"
	"hash/crc32"
	"unicode/utf8"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/web/extract"
)

// partOf cuts the content of an answer to the part asked for. A cursor names the content that it was given for by a
// checksum, so that nobody gets the middle of another.
func partOf(answer gen.Extract200JSONResponse, params gen.ExtractParams) (gen.ExtractResponseObject, error) {
	sum := crc32.ChecksumIEEE([]byte(answer.Content))
	from := 0
	if params.Cursor != nil {
		var at int
		var of uint32
		n, err := fmt.Sscanf(*params.Cursor, "%d-%x", &at, &of)
		if n != 2 || err != nil || cursorAt(at, of) != *params.Cursor {
			return nil, problem.Invalid("cursor", "cursor must be next_cursor of an earlier answer, as it was given")
		}
		if of != sum || at <= 0 || at >= len(answer.Content) || !utf8.RuneStart(answer.Content[at]) {
			return nil, problem.Invalid("cursor", "the content is not the one that cursor was given for: the page has "+
				"changed, or was asked for in another form; begin without cursor")
		}
		from = at
	}

	if from > 0 || params.MaxTokens != nil {
		most := len(answer.Content) // a byte is no more than a token
		if params.MaxTokens != nil {
			most = *params.MaxTokens
		}
		part, next := extract.Part(answer.Content, from, most)
		answer.Content = part
		answer.WordCount = extract.CountWords(part)
		if next > 0 {
			cursor := cursorAt(next, sum)
			answer.NextCursor = &cursor
		}
	}
	answer.TokenCount = extract.Tokens(answer.Content)
	return answer, nil
}

func cursorAt(from int, sum uint32) string { return fmt.Sprintf("%d-%08x", from, sum) }

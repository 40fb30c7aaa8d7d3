package marketing

import (
	"strings"

	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/problem"
)

// channels numbers a request's channels in order of first appearance. Spellings that differ in case or outer spaces
// are one channel, shown in its first spelling.
type channels struct {
	names    []string
	spelling map[string]int32 // as written -> number
	folded   map[string]int32
}

func newChannels() *channels {
	return &channels{spelling: map[string]int32{}, folded: map[string]int32{}}
}

// of is the number of the channel in a cell; an empty cell is the unknown channel.
func (c *channels) of(field string, row int, value table.Cell) (int32, error) {
	text := value.Text
	switch value.Kind {
	case table.Null:
		text = ""
	case table.List, table.Object:
		return 0, problem.Invalid(field, "%s: the channel of item %d must be text", field, row)
	}

	return c.named(field, row, text)
}

func (c *channels) named(field string, row int, text string) (int32, error) {
	if n, ok := c.spelling[text]; ok {
		return n, nil
	}

	if len(text) > maxNameBytes {
		return 0, problem.Invalid(field, "%s: the channel of item %d must have at most %d bytes",
			field, row, maxNameBytes)
	}
	name := strings.TrimSpace(strings.ToValidUTF8(text, "\ufffd"))
	if name == "" {
		name = unknownChannel
	}

	fold := strings.ToLower(name)
	n, ok := c.folded[fold]
	if !ok {
		n = int32(len(c.names))
		c.names = append(c.names, name)
		c.folded[fold] = n
	}
	c.spelling[text] = n

	return n, nil
}

package marketing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
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
	name = cmp.Or(name, unknownChannel)

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

// totalName is what exports call their row of totals, if they call it anything.
var totalName = regexp.MustCompile(`(?i)total|^sum|gesamt|^итого|合計|合计|总计`)

// leaveOutTotals takes the channel out that is the row of totals of an export, and says which it was, or -1. Its name
// says so and its numbers are exactly the sums of all others; either alone can be chance.
func (c *channels) leaveOutTotals(columns int, sum func(channel, column int) table.Amount, warn table.Warn) int {
	at := slices.IndexFunc(c.names, func(name string) bool {
		return name == unknownChannel || totalName.MatchString(name)
	})
	if at < 0 || len(c.names) < 2 {
		return -1
	}
	for i := range columns {
		var all table.Amount
		for channel := range c.names {
			all = all.Add(sum(channel, i))
		}
		n := sum(at, i)
		if all.Cmp(n.Add(n)) != 0 {
			return -1
		}
	}

	warn(fieldChannel, "totals_row",
		fmt.Sprintf("%q has exactly the sums of all others and was left out as a row of totals", c.names[at]), 0)
	c.names = slices.Delete(c.names, at, at+1)
	return at
}

package fmcsa

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// table is what the portal says about a table itself. A row leaves out the columns that have no value in it, so that
// only the table tells a column without a value from one that has another name now.
type table struct {
	Columns []struct {
		Name string `json:"fieldName"`
	} `json:"columns"`
	Changed scalar.Int `json:"rowsUpdatedAt,omitempty" contract:"seconds"` // absent from joined tables

	frozen bool // it is read as what was on [Frozen]
}

// DataOf implements [upstream.Dated].
func (t *table) DataOf() time.Time {
	if t.Changed <= 0 || t.frozen {
		return time.Time{}
	}
	return time.Unix(int64(t.Changed), 0)
}

// Hold implements upstream.Holder.
func (t *table) Hold() error {
	if len(t.Columns) == 0 {
		return upstream.Lacks("columns")
	}
	return nil
}

// tableTimeout keeps the rows from waiting long for their table.
const tableTimeout = 4 * time.Second

func (c *Client) table(ctx context.Context, set Dataset) (*table, error) {
	t := table{frozen: set == LegacyAuthoritySet || set == LegacyInsuranceSet}
	_, err := c.portal(set).Get("/api/views/{}.json", string(set)).Timeout(tableTimeout).JSON(ctx, &t)
	return &t, err
}

// Reading is how the tables were read that a call asked.
type Reading struct {
	mu   sync.Mutex
	gap  error
	asOf time.Time
}

type readingKey struct{}

// WithReading returns a context whose questions to tables are noted in the Reading.
func WithReading(ctx context.Context) (context.Context, *Reading) {
	r := &Reading{}
	return context.WithValue(ctx, readingKey{}, r), r
}

// Gap is why a column that a row leaves out may have a value all the same, nil when it has none.
func (r *Reading) Gap() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gap
}

// AsOf is when the oldest of the tables was last changed, zero when none says.
func (r *Reading) AsOf() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asOf
}

// note compares the rows of an answer with their table. of has also names that the question made itself.
func (r *Reading) note(body []byte, t *table, of []string, err error) {
	if err == nil {
		err = t.explains(body, of)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.gap = err
		return
	}
	if changed := time.Unix(int64(t.Changed), 0); t.Changed > 0 && (r.asOf.IsZero() || changed.Before(r.asOf)) {
		r.asOf = changed
	}
}

// explains is an error when rows have a column that the table does not, or a null, which the portal never writes: then
// a missing column may be there under that name.
func (t *table) explains(body []byte, of []string) error {
	var rows []map[string]json.RawMessage
	if err := json.Unmarshal(body, &rows); err != nil {
		return err
	}

	known := map[string]bool{}
	for _, c := range t.Columns {
		known[c.Name] = true
	}
	for _, row := range rows {
		for name, value := range row {
			switch {
			case string(value) == "null":
				return fmt.Errorf("%s is null", name)
			case !known[name] && !strings.HasPrefix(name, ":") && !slices.Contains(of, name):
				return fmt.Errorf("the table has no column %.40q", name)
			}
		}
	}
	return nil
}

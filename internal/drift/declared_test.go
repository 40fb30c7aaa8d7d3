package drift

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// shop reads a part of itself, as types do whose form differs.
type shop struct {
	City string `json:"city,omitempty"`
	Till till   `json:"till"`
}

type till struct{ city string }

func (c *till) UnmarshalJSON(raw []byte) error {
	var plain struct {
		City string `json:"city,omitempty"`
		Code string `json:"code"`
	}
	err := upstream.Decode(raw, &plain)
	c.city = plain.City
	return err
}

// TestMembersAreDeclaredByTheTypesThatReadThem, whatever blanks are in the answer and whoever reads its parts.
func TestMembersAreDeclaredByTheTypesThatReadThem(t *testing.T) {
	Watch()
	const answer = `{"rows": [{"city": "A", "till": {"city": "B", "code": "C"}}], "unread": 1}`
	var page struct {
		Rows []shop          `json:"rows"`
		More json.RawMessage `json:"more,omitempty"`
	}
	if err := upstream.Decode([]byte(strings.ReplaceAll(answer, " ", "")), &page); err != nil {
		t.Fatal(err)
	}

	want := map[string]bool{
		"rows":             false,
		"rows/*":           false,
		"rows/*/city":      true,
		"rows/*/till":      false,
		"rows/*/till/city": true,
		"rows/*/till/code": false,
		"unread":           false,
	}
	members, err := Members([]byte(answer))
	if err != nil || len(members) != len(want) {
		t.Fatalf("%+v, %v", members, err)
	}
	for _, m := range members {
		if d := m.declared(); d.Optional != want[m.Path] {
			t.Errorf("%s is optional: %t", m.Path, d.Optional)
		}
	}
}

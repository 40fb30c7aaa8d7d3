package tax

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strconv"
	"strings"
)

// stateFile is one file of tables/states/: a state's income tax, year by year. A member of a year stands in for
// the whole member of the same name under EveryYear; only the sources of both are put together.
type stateFile struct {
	Name      string                                `json:"name"`
	EveryYear map[string]json.RawMessage            `json:"every_year"`
	Years     map[string]map[string]json.RawMessage `json:"years"`
}

// untabulated is the table of a state for a year without one.
const untabulated = "not_tabulated"

// loadStates reads the states below root of files and gives every year the tables that they have for it.
// A state without a table of a year gets one of type [untabulated]: no other year's is used.
func loadStates(files fs.FS, root string, years map[int]*yearTable) error {
	names, err := fs.Glob(files, path.Join(root, "*.json"))
	if err != nil {
		return fmt.Errorf("listing the state tables: %w", err)
	}

	const jurisdictions = 51 // 50 states and DC
	if len(names) != jurisdictions {
		return fmt.Errorf("%d state tables, not %d", len(names), jurisdictions)
	}

	for _, t := range years {
		t.States = make(map[string]*stateTable, jurisdictions)
	}
	for _, name := range names {
		if err := loadState(files, name, years); err != nil {
			return fmt.Errorf("state table %s: %w", path.Base(name), err)
		}
	}
	return nil
}

// loadState reads the file of one state into the years.
func loadState(files fs.FS, name string, years map[int]*yearTable) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}

	var file stateFile
	if err := strictly(text, &file); err != nil {
		return err
	}
	code := strings.TrimSuffix(path.Base(name), ".json")
	if file.Name == "" || len(code) != 2 {
		return errors.New("a state has a name, and its file two letters")
	}

	for year, t := range years {
		t.States[code] = &stateTable{
			Name:       file.Name,
			Type:       untabulated,
			Confidence: "low",
		}
		own, ok := file.Years[strconv.Itoa(year)]
		if !ok {
			continue
		}

		s, err := file.table(code, own)
		if err != nil {
			return fmt.Errorf("%d: %w", year, err)
		}
		t.States[code] = s
	}
	return nil
}

// table is the law of one year: what holds in every year, and what is specific to that year.
func (f stateFile) table(code string, own map[string]json.RawMessage) (*stateTable, error) {
	members := maps.Clone(f.EveryYear)
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	sources := map[string]string{}
	for _, m := range []map[string]json.RawMessage{f.EveryYear, own} {
		if text, ok := m["sources"]; ok {
			if err := json.Unmarshal(text, &sources); err != nil {
				return nil, fmt.Errorf("sources: %w", err)
			}
		}
	}
	maps.Copy(members, own)

	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	s := new(stateTable)
	if err := strictly(text, s); err != nil {
		return nil, err
	}
	s.Name = f.Name
	s.Sources = sources
	if s.own, err = readOwnRules(code, s.Own); err != nil {
		return nil, fmt.Errorf("own: %w", err)
	}
	if err := s.Unsettled.read(code, members); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}

	var papers map[string]string
	if own["sources"] != nil {
		if err := json.Unmarshal(own["sources"], &papers); err != nil {
			return nil, fmt.Errorf("sources: %w", err)
		}
	}
	s.lowerWithoutPaper(own, papers)
	return s, nil
}

// strictly reads JSON and refuses members that into does not know: an unknown member is a rule that would be
// left out in silence.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

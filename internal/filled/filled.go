// Package filled counts how often the members of answers are filled and how often they are null. Tests keep the answers
// that they get in a folder, one distinct answer a line; the page docs/quality/nulls.md is made from the counts.
package filled

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Folder is the environment variable that names the folder of answers. Without it none are kept.
const Folder = "FAREBOX_ANSWERS"

// suffix ends the name of a file of answers.
const suffix = ".jsonl"

// Keep adds the answer of a route to the folder. Tests of several packages may keep answers side by side.
func Keep(route string, body []byte) error {
	folder := os.Getenv(Folder)
	if folder == "" {
		return nil
	}

	var line bytes.Buffer
	if err := json.Compact(&line, body); err != nil {
		return fmt.Errorf("the answer of %s: %w", route, err)
	}
	line.WriteByte('\n')

	name := strings.ReplaceAll(strings.Trim(route, "/"), "/", "_") + suffix
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(line.Bytes()); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

// Count is how often a member was filled, and how often null.
type Count struct{ Filled, Null int }

// Members are counts by the name of a member with that of the object or list that it stands in: "awards.recipient".
type Members map[string]Count

// Add counts the members of an answer.
func (m Members) Add(answer any) { m.add("", answer) }

func (m Members) add(parent string, value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			m.add(parent, item)
		}
	case map[string]any:
		for name, member := range value {
			key := strings.TrimPrefix(parent+"."+name, ".")
			count := m[key]
			if member == nil {
				count.Null++
			} else {
				count.Filled++
			}
			m[key] = count
			m.add(name, member)
		}
	}
}

// Read counts the kept answers of a route, each once however often it was given, and says how many there are.
func Read(folder, route string) (members Members, answers int, err error) {
	name := strings.ReplaceAll(strings.Trim(route, "/"), "/", "_") + suffix
	file, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()

	members = Members{}
	seen := map[string]bool{}
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadString('\n')
		if line == "" {
			break
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		if seen[line] {
			continue
		}
		seen[line] = true

		var answer any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		members.Add(answer)
		answers++
	}
	return members, answers, nil
}

package upstreamtest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// Contract is what an adapter promises to make of one kind of answer: [Contract.Hold] changes the answer member by
// member, as a provider might, and looks at what the adapter says then.
type Contract struct {
	Answer Answer            // what is changed, in JSON
	Others []Answer          // what else is asked for on the way
	Env    map[string]string // settings, such as keys
	Call   func(context.Context, *upstream.Pool) error

	// Required are members as [upstream.Drift] names them, such as results[].id: without one the answer is refused by
	// that name.
	Required []string
	// Optional are members without which the answer is still one.
	Optional []string
	// NoRecord are answers by which the provider says that it has no such record.
	NoRecord []Answer
}

// page404 is how the servers of nearly all providers speak of a path that has moved.
var page404 = Answer{
	Status: 404,
	Type:   "text/html; charset=utf-8",
	Body:   "<!DOCTYPE html><html><title>404</title><p>not found: no such record</html>",
}

// Hold runs the contract.
func (c Contract) Hold(t *testing.T) {
	t.Helper()
	c.run(t, "whole", c.Answer, "")

	for _, member := range c.Required {
		changed := c.Answer
		changed.Body = renamed(t, changed.Body, member)
		err := c.run(t, member+" is renamed", changed, upstream.BadResponse)

		var drift *upstream.Drift
		if err != nil && (!errors.As(err, &drift) || drift.Member != member) {
			t.Errorf("%s is renamed: %v", member, err)
		}
	}
	for _, member := range c.Optional {
		changed := c.Answer
		changed.Body = renamed(t, changed.Body, member)
		c.run(t, member+" is absent", changed, "")
	}

	c.run(t, "a page in place of the answer", c.at(Answer{Type: page404.Type, Body: page404.Body}), upstream.BadResponse)
	c.run(t, "a page of status 404", c.at(page404), upstream.BadResponse)
	for _, none := range c.NoRecord {
		c.run(t, "no such record: "+none.Body, c.at(none), upstream.NotFound)
	}
}

// at is another answer to the same request.
func (c Contract) at(a Answer) Answer {
	a.URL = c.Answer.URL
	a.Method = c.Answer.Method
	a.BodyHas = c.Answer.BodyHas
	return a
}

func (c Contract) run(t *testing.T, why string, changed Answer, want upstream.Kind) error {
	t.Helper()
	world := New(t, append([]Answer{changed}, c.Others...)...)
	err := c.Call(t.Context(), world.Pool(t, c.Env, SmallLists))
	if (err == nil) != (want == "") || upstream.KindOf(err) != want {
		t.Errorf("%s: %v, want %q", why, err, want)
	}
	return err
}

// renamed is body with a member of another name, in all rows of the lists on its path.
func renamed(t *testing.T, body, member string) string {
	t.Helper()
	var tree any
	dec := json.NewDecoder(strings.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		t.Fatalf("the answer to change: %v", err)
	}
	if rename(tree, strings.Split(member, ".")) == 0 {
		t.Fatalf("there is no member %s to rename", member)
	}

	changed, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(changed)
}

// rename goes down the path and returns how many members it renamed.
func rename(tree any, path []string) int {
	name, isList := strings.CutSuffix(path[0], "[]")
	if list, ok := tree.([]any); ok && name == "" && isList {
		return inAll(list, path[1:])
	}

	object, ok := tree.(map[string]any)
	if !ok {
		return 0
	}
	if name == "*" {
		n := 0
		for _, value := range object {
			n += rename(value, path[1:])
		}
		return n
	}
	value, ok := object[name]
	switch {
	case !ok:
		return 0
	case len(path) == 1 && !isList:
		delete(object, name)
		object[name+"_renamed"] = value
		return 1
	case isList:
		list, _ := value.([]any)
		return inAll(list, path[1:])
	}
	return rename(value, path[1:])
}

func inAll(list []any, path []string) int {
	n := 0
	for _, row := range list {
		n += rename(row, path)
	}
	return n
}

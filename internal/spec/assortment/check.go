package assortment

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/farebox/farebox/internal/cost"
)

// words are the members of any object of the document that say something to a reader, and are read by no handler.
var words = map[string]bool{
	"contact":        true,
	"description":    true,
	"example":        true,
	"examples":       true,
	"externalDocs":   true,
	"license":        true,
	"summary":        true,
	"termsOfService": true,
	"title":          true,
	"x-cost-usd":     true,
	"x-group":        true,
	"x-groups":       true,
	"x-mcp":          true,
	"x-payment-info": true,
	"x-tasks":        true,
}

// named are the members whose own members are names and no words: an input may be called description.
var named = map[string]bool{
	"paths":         true,
	"properties":    true,
	"schemas":       true,
	"responses":     true,
	"content":       true,
	"requestBodies": true,
	"parameters":    true,
	"headers":       true,
}

// check says what a changed document has that the program cannot serve.
func check(before, after document) error {
	if err := sameServed(before, after); err != nil {
		return err
	}
	known := map[string]operation{}
	for _, o := range before.operations() {
		known[o.name()] = o
	}
	left := map[string]bool{}
	for _, o := range after.operations() {
		old, ok := known[o.name()]
		if !ok {
			return fmt.Errorf("the program has no route %s", o.name())
		}
		left[o.name()] = true
		if err := errors.Join(samePrice(old, o), rightCost(o)); err != nil {
			return fmt.Errorf("%s: %w", o.name(), err)
		}
	}

	for name, o := range known {
		if !left[name] && o.price() == nil && !o.isSold() {
			return fmt.Errorf("%s is part of the service itself and cannot be removed", name)
		}
	}
	return nil
}

// samePrice holds a price to its form: what was free stays free, and what was paid stays paid.
func samePrice(before, after operation) error {
	switch {
	case before.isSold() && after.price() == nil:
		return nil // which is not sold then
	case before.isSold():
		return rightPrice(after)
	case before.price() == nil && after.members["x-payment-info"] != nil:
		return fmt.Errorf("a free route of the service itself cannot be sold")
	case before.price() == nil:
		return nil
	case after.price() == nil:
		return fmt.Errorf("x-payment-info has no price; a route that is not to be sold is removed")
	}

	if err := rightPrice(after); err != nil {
		return err
	}
	rest := maps.Clone(after.price())
	was := maps.Clone(before.price())
	delete(rest, "amount")
	delete(was, "amount")
	if !reflect.DeepEqual(rest, was) {
		return fmt.Errorf("of x-payment-info.price only the amount can be changed")
	}
	return nil
}

// rightPrice holds the amount of a price to its form.
func rightPrice(o operation) error {
	amount, err := amountOf(o.price())
	switch {
	case err != nil:
		return fmt.Errorf("the price is no amount: %v", o.price()["amount"])
	case amount.LessThan(unit) || !amount.Equal(amount.Round(6)):
		return fmt.Errorf("the price %s is no whole number of millionths of a dollar, at least one", amount)
	}
	return nil
}

// rightCost holds what a call costs the operator to its form.
func rightCost(o operation) error {
	value, is := o.members[costMember]
	if !is {
		return nil
	}
	text, isText := value.(string)
	if _, err := cost.Parse(text); !isText || text == "" || err != nil {
		return fmt.Errorf("%s %w, as a text", costMember, cost.ErrForm)
	}
	return nil
}

// sameServed compares all but words, paths that were removed and what they used.
func sameServed(before, after document) error {
	was := maps.Clone(before)
	is := maps.Clone(after)
	oldPaths, _ := was["paths"].(map[string]any)
	newPaths, _ := is["paths"].(map[string]any)
	kept := map[string]any{}
	for path, item := range newPaths {
		old, ok := oldPaths[path].(map[string]any)
		now, isObject := item.(map[string]any)
		if !ok || !isObject {
			return fmt.Errorf("the program has no path %s", path)
		}
		kept[path] = only(old, now)
	}
	was["paths"] = kept
	was["tags"] = tagsOf(was, is)
	return compare("", was, is, false)
}

// only is a path without the operations that the changed one lacks.
func only(old, now map[string]any) map[string]any {
	kept := maps.Clone(old)
	for _, method := range methods {
		if now[method] == nil {
			delete(kept, method)
		}
	}
	return kept
}

// tagsOf are the tags that the changed document still has: families go with their last route.
func tagsOf(before, after document) []any {
	left := map[any]bool{}
	now, _ := after["tags"].([]any)
	for _, tag := range now {
		members, _ := tag.(map[string]any)
		left[members["name"]] = true
	}
	was, _ := before["tags"].([]any)
	return slices.DeleteFunc(slices.Clone(was), func(tag any) bool {
		members, _ := tag.(map[string]any)
		return !left[members["name"]]
	})
}

// compare says where two values differ in more than words. inNames is true for the members of an object whose keys are
// names.
func compare(at string, was, is any, inNames bool) error {
	old, isOld := was.(map[string]any)
	if doc, ok := was.(document); ok {
		old = doc
		isOld = true
	}
	now, isNow := is.(map[string]any)
	if doc, ok := is.(document); ok {
		now = doc
		isNow = true
	}
	if isOld && isNow {
		return compareObjects(at, old, now, inNames)
	}

	oldList, isOld := was.([]any)
	nowList, isNow := is.([]any)
	if !isOld || !isNow || len(oldList) != len(nowList) {
		if equal(was, is) {
			return nil
		}
		return fmt.Errorf("%s is part of what the program serves and cannot be changed", at)
	}
	for i := range oldList {
		if err := compare(at+"/"+strconv.Itoa(i), oldList[i], nowList[i], false); err != nil {
			return err
		}
	}
	return nil
}

func compareObjects(at string, old, now map[string]any, inNames bool) error {
	keys := maps.Clone(old)
	maps.Copy(keys, now)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !inNames && words[key] {
			continue
		}
		before, had := old[key]
		after, has := now[key]
		where := at + "/" + key
		switch {
		case !has:
			return fmt.Errorf("%s is part of what the program serves and cannot be removed", where)
		case !had:
			return fmt.Errorf("%s is nothing that the program serves and cannot be added", where)
		}
		if err := compare(where, before, after, !inNames && named[key]); err != nil {
			return err
		}
	}

	return nil
}

// equal compares scalars; numbers by their value.
func equal(a, b any) bool {
	x, isX := a.(json.Number)
	y, isY := b.(json.Number)
	if isX && isY {
		one, errOne := x.Float64()
		two, errTwo := y.Float64()
		return x == y || errOne == nil && errTwo == nil && one == two
	}
	return reflect.DeepEqual(a, b)
}

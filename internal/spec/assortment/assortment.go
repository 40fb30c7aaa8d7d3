// Package assortment changes the bundled document to what one operator sells of it: by files in the OpenAPI Overlay
// format, by leaving routes out, and by a factor on all prices. Everything else is derived from the document, so that
// quotes, catalogues, pages and tools follow.
//
// The routes are code: an operator may rename, describe, price and leave out, and may not change what a route takes
// and answers. Operations of services that others run can be added by their own documents.
package assortment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Changes are what an operator wants otherwise than the bundled document has it. They are applied in the order of the
// fields.
type Changes struct {
	// Sold are the documents of services whose operations are sold too: those that have a price, of their own or from
	// an overlay.
	Sold []Sold
	// OnlySold takes all paid routes of the program off.
	OnlySold bool
	// Overlays are the files, in the order in which they are applied.
	Overlays []File
	// Off are the paths and the families that are not sold.
	Off []string
	// Factor multiplies all prices; zero is one. A price is rounded to the millionth of a dollar, half up, and is at
	// least that.
	Factor decimal.Decimal
}

// File is an overlay with the name that errors call it by.
type File struct {
	Name string
	Text []byte
}

// None says whether nothing is changed.
func (c Changes) None() bool {
	sameRoutes := len(c.Sold) == 0 && !c.OnlySold && len(c.Overlays) == 0 && len(c.Off) == 0
	return sameRoutes && (c.Factor.IsZero() || c.Factor.Equal(decimal.NewFromInt(1)))
}

// Apply gives the changed document. Without changes it is the same bytes.
func Apply(document []byte, c Changes) ([]byte, error) {
	if c.None() {
		return document, nil
	}
	doc, err := read(document)
	if err != nil {
		return nil, err
	}
	for _, sold := range c.Sold {
		if err := doc.add(sold); err != nil {
			return nil, fmt.Errorf("SELL: %w", err)
		}
	}
	for _, file := range c.Overlays {
		if doc, err = file.applyTo(doc); err != nil {
			return nil, fmt.Errorf("OVERLAY: %w", err)
		}
	}

	if err := doc.takeOff(c.Off); err != nil {
		return nil, fmt.Errorf("ROUTES_OFF: %w", err)
	}
	doc.remove(func(o operation) bool {
		return o.isSold() && o.price() == nil || c.OnlySold && !o.isSold() && o.price() != nil
	})
	if err := doc.priceSold(c.Sold); err != nil {
		return nil, fmt.Errorf("SELL: %w", err)
	}
	if !c.Factor.IsZero() {
		doc.multiply(c.Factor)
	}
	return json.Marshal(doc)
}

// priceSold holds the prices of sold operations to their form, and wants at least one of each API.
func (d document) priceSold(sold []Sold) error {
	for _, api := range sold {
		priced := false
		for _, o := range d.operations() {
			if o.members[backendMember] != any(api.Name) {
				continue
			}
			if err := rightPrice(o); err != nil {
				return fmt.Errorf("%s: %s: %w", api.File.Name, o.name(), err)
			}
			o.members["x-payment-info"] = paymentInfo(o.price())
			priced = true
		}

		if !priced {
			return fmt.Errorf("%s: no operation has a price: give one in x-payment-info.price.amount, or by an overlay",
				api.File.Name)
		}
	}
	return nil
}

// Without is the document without the operations of these names, such as "GET /crypto/hash".
func Without(document []byte, names []string) ([]byte, error) {
	if len(names) == 0 {
		return document, nil
	}
	doc, err := read(document)
	if err != nil {
		return nil, err
	}
	doc.remove(func(o operation) bool { return slices.Contains(names, o.name()) })
	return json.Marshal(doc)
}

// Published is the document as everybody may read it: without what calls cost the operator.
func Published(document []byte) ([]byte, error) {
	if !bytes.Contains(document, []byte(costMember)) {
		return document, nil
	}
	doc, err := read(document)
	if err != nil {
		return nil, err
	}
	for _, o := range doc.operations() {
		delete(o.members, costMember)
	}
	return json.Marshal(doc)
}

// document is an OpenAPI document as plain JSON; numbers keep their digits.
type document map[string]any

func read(text []byte) (document, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var doc document
	if err := decoder.Decode(&doc); err != nil {
		return nil, fmt.Errorf("the OpenAPI document: %w", err)
	}
	return doc, nil
}

// operation is one of a document.
type operation struct {
	path, method string
	members      map[string]any
}

// name is "GET /crypto/hash".
func (o operation) name() string { return strings.ToUpper(o.method) + " " + o.path }

// family is the operation's first tag.
func (o operation) family() string {
	tags, _ := o.members["tags"].([]any)
	if len(tags) == 0 {
		return ""
	}
	family, _ := tags[0].(string)
	return family
}

// price is what holds the amount, nil for a free operation.
func (o operation) price() map[string]any {
	info, _ := o.members["x-payment-info"].(map[string]any)
	price, _ := info["price"].(map[string]any)
	return price
}

// methods are the members of a path that are operations (OpenAPI 3.0.4, Path Item Object).
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// operations are those of the document by path and method.
func (d document) operations() []operation {
	paths, _ := d["paths"].(map[string]any)
	var all []operation
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item, _ := paths[path].(map[string]any)
		for _, method := range methods {
			if members, is := item[method].(map[string]any); is {
				all = append(all, operation{
					path:    path,
					method:  method,
					members: members,
				})
			}
		}
	}
	return all
}

// remove takes operations out, the paths that have none left, and the tags that no operation has any more.
func (d document) remove(out func(operation) bool) {
	paths, _ := d["paths"].(map[string]any)
	for _, o := range d.operations() {
		if !out(o) {
			continue
		}
		item, _ := paths[o.path].(map[string]any)
		delete(item, o.method)
		if !slices.ContainsFunc(methods, func(m string) bool { return item[m] != nil }) {
			delete(paths, o.path)
		}
	}
	d.dropTags()
}

func (d document) dropTags() {
	used := map[string]bool{}
	for _, o := range d.operations() {
		used[o.family()] = true
	}
	tags, _ := d["tags"].([]any)
	d["tags"] = slices.DeleteFunc(tags, func(tag any) bool {
		members, _ := tag.(map[string]any)
		name, _ := members["name"].(string)
		return !used[name]
	})
}

// takeOff removes paid operations by path or family.
func (d document) takeOff(entries []string) error {
	known := map[string]bool{}
	free := map[string]bool{}
	for _, o := range d.operations() {
		for _, name := range []string{o.path, o.family()} {
			if o.price() != nil {
				known[name] = true
			} else {
				free[name] = true
			}
		}
	}

	for _, entry := range entries {
		switch {
		case known[entry]:
		case free[entry]:
			return fmt.Errorf("%s is part of the service itself and cannot be taken off", entry)
		default:
			return fmt.Errorf("there is no paid route and no family %s", entry)
		}
	}
	d.remove(func(o operation) bool {
		return o.price() != nil && (slices.Contains(entries, o.path) || slices.Contains(entries, o.family()))
	})
	return nil
}

// unit is the smallest price: a millionth of a dollar, which is the smallest amount of USDC.
var unit = decimal.New(1, -6)

func (d document) multiply(factor decimal.Decimal) {
	for _, o := range d.operations() {
		price := o.price()
		if price == nil {
			continue
		}
		amount, err := amountOf(price)
		if err != nil {
			continue // which check has refused
		}
		price["amount"] = decimal.Max(unit, amount.Mul(factor).Round(6)).String()
	}
}

// amountOf is the price in dollars.
func amountOf(price map[string]any) (decimal.Decimal, error) {
	switch amount := price["amount"].(type) {
	case string:
		return decimal.NewFromString(amount)
	case json.Number:
		return decimal.NewFromString(amount.String())
	}
	return decimal.Zero, errors.New("no amount")
}

package upstream

import "reflect"

// A member that tells the rows of a list apart has the tag contract:"key". Rows with the same key are one record: the
// first is kept. Pages that overlap repeat rows, and so do joins, but counts and sums must have each once.

// keyWord is the word of the tag.
const keyWord = "key"

// tidy leaves out of a decoded value the rows of its lists that were there before.
func (c *contract) tidy(v reflect.Value) {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}

	switch {
	case !c.tidied || !v.IsValid():
	case c.form == formObject:
		for _, m := range c.members {
			if field, err := v.FieldByIndexErr(m.index); err == nil {
				m.contract.tidy(field)
			}
		}
	case c.form == formList && v.Kind() == reflect.Slice:
		c.element.contract.tidyRows(v)
	case c.form == formMap && v.Kind() == reflect.Map:
		for _, key := range v.MapKeys() {
			entry := reflect.New(v.Type().Elem()).Elem()
			entry.Set(v.MapIndex(key))
			c.element.contract.tidy(entry)
			v.SetMapIndex(key, entry)
		}
	}
}

// tidyRows does so for a list of rows, and in each of them.
func (c *contract) tidyRows(list reflect.Value) {
	seen := map[any]bool{}
	kept := 0
	for i := range list.Len() {
		row := list.Index(i)
		c.tidy(row)
		if key, told := c.keyOf(row); told {
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		list.Index(kept).Set(row)
		kept++
	}
	list.SetLen(kept)
}

// keyOf is what tells a row apart; told is false of a type without a key, and of a row that has none.
func (c *contract) keyOf(row reflect.Value) (key any, told bool) {
	for row.Kind() == reflect.Pointer {
		row = row.Elem()
	}
	if c.key == nil || !row.IsValid() {
		return nil, false
	}
	field, err := row.FieldByIndexErr(c.key)
	if err != nil || field.IsZero() || !field.Comparable() {
		return nil, false
	}
	return field.Interface(), true
}

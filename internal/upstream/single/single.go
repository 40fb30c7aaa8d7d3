// Package single holds the rows of a table to one for each key, such as a value for each year of a series.
package single

import (
	"reflect"

	"github.com/farebox/farebox/internal/upstream"
)

// Rows are the rows without those that repeat one before. Two rows of a key that differ are BadResponse: which of them
// is right cannot be told, and a change from one to the other is no change in time.
func Rows[T any, K comparable](rows []T, key func(T) K) ([]T, error) {
	at := make(map[K]int, len(rows))
	kept := make([]T, 0, len(rows))
	for _, row := range rows {
		i, twice := at[key(row)]
		switch {
		case !twice:
			at[key(row)] = len(kept)
			kept = append(kept, row)
		case !reflect.DeepEqual(kept[i], row):
			return nil, upstream.BadResponse.Errorf("two rows of %v that differ", key(row))
		}
	}
	return kept, nil
}

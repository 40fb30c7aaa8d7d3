package sqlite_test

import (
	"testing"

	"github.com/farebox/farebox/store"
	"github.com/farebox/farebox/store/storetest"
)

func TestSQLiteKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Opener {
		url := storetest.SQLite(t)
		return func(t testing.TB) storetest.Store {
			s, err := store.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			return s
		}
	})
}

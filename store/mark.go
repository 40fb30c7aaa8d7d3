package store

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/farebox/farebox/payment/eip3009"
)

// Mark is the mark of this ledger: the same for all replicas and for good, and another one for every other database
// that is not a copy of this one.
func (s *Store) Mark(ctx context.Context) (mark eip3009.Mark, err error) {
	var fresh eip3009.Mark
	rand.Read(fresh[:]) // never fails
	_, err = s.exec(ctx, `INSERT INTO ledger_mark (one, mark) VALUES (1, $1) ON CONFLICT DO NOTHING`, fresh[:])
	if err != nil {
		return mark, fmt.Errorf("store: mark: %w", err)
	}

	var standing []byte
	if err := s.writer.QueryRowContext(ctx, `SELECT mark FROM ledger_mark`).Scan(&standing); err != nil {
		return mark, fmt.Errorf("store: mark: %w", err)
	}
	if len(standing) != len(mark) {
		return mark, fmt.Errorf("store: the ledger's mark has %d bytes, not %d", len(standing), len(mark))
	}
	return eip3009.Mark(standing), nil
}

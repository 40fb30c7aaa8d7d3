package store

import (
	"context"
	"fmt"
	"time"
)

// SignOut records for all replicas that a session of the operator's dashboard was ended, until it would have ended
// anyway. Those whose end is before now are forgotten.
func (s *Store) SignOut(ctx context.Context, session string, ends, now time.Time) error {
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		if _, err := tx.Exec(ctx, `DELETE FROM sign_outs WHERE ends_at < $1`, nanos(now)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO sign_outs (session, ends_at) VALUES ($1, $2)
			ON CONFLICT (session) DO NOTHING`, session, nanos(ends))
		return err
	})
	if err != nil {
		return fmt.Errorf("store: sign out: %w", err)
	}
	return nil
}

// SignedOut says whether that was done with a session.
func (s *Store) SignedOut(ctx context.Context, session string) (bool, error) {
	var n int
	err := s.reader.QueryRowContext(ctx, `SELECT COUNT(*) FROM sign_outs WHERE session = $1`, session).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("store: signed out: %w", err)
	}
	return n > 0, nil
}

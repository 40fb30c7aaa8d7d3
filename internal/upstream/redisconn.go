package upstream

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"
)

// redisConn is Redis or Valkey as this package uses it. It is safe for concurrent use.
type redisConn struct{ pool *redis.Pool }

// luaScript runs a Lua script on keys and gives the numbers that it answers, one or several.
type luaScript func(ctx context.Context, keys []string, args ...any) ([]int64, error)

// idleUnchecked is how long a connection may lie idle and still be used without a word before. After a restart of the
// server each connection of the pool is dead, and each would cost a failure.
const idleUnchecked = time.Second

// stillThere asks a connection that was idle for a long time.
func stillThere(ctx context.Context, conn redis.Conn, lastUsed time.Time) error {
	if time.Since(lastUsed) < idleUnchecked {
		return nil
	}
	_, err := redis.DoContext(conn, ctx, "PING")
	return err
}

// do runs one command.
func (c redisConn) do(ctx context.Context, command string, args ...any) (any, error) {
	conn, err := c.pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()

	return redis.DoContext(conn, ctx, command, args...)
}

// get gives nil for a key that is not there.
func (c redisConn) get(ctx context.Context, key string) ([]byte, error) {
	value, err := redis.Bytes(c.do(ctx, "GET", key))
	if errors.Is(err, redis.ErrNil) {
		return nil, nil
	}
	return value, err
}

func (c redisConn) set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	_, err := c.do(ctx, "SET", key, value, "PX", milliseconds(keep))
	return err
}

// milliseconds are those of a time to live; the server accepts neither fractions nor zero.
func milliseconds(keep time.Duration) int64 { return max(1, keep.Milliseconds()) }

// claim sets a key unless it is there.
func (c redisConn) claim(ctx context.Context, key, value string, keep time.Duration) (claimed bool, err error) {
	answer, err := c.do(ctx, "SET", key, value, "PX", milliseconds(keep), "NX")
	return answer != nil && err == nil, err
}

func (c redisConn) remove(ctx context.Context, keys ...string) error {
	_, err := c.do(ctx, "DEL", redis.Args{}.AddFlat(keys)...)
	return err
}

func (c redisConn) removeMember(ctx context.Context, set, member string) error {
	_, err := c.do(ctx, "ZREM", set, member)
	return err
}

func (c redisConn) script(source string) luaScript {
	s := redis.NewScript(-1, source)
	return func(ctx context.Context, keys []string, args ...any) ([]int64, error) {
		conn, err := c.pool.GetContext(ctx)
		if err != nil {
			return nil, err
		}
		defer conn.Close()

		answer, err := s.DoContext(ctx, conn, redis.Args{len(keys)}.AddFlat(keys).Add(args...)...)
		if _, several := answer.([]any); several {
			return redis.Int64s(answer, err)
		}
		n, err := redis.Int64(answer, err)
		return []int64{n}, err
	}
}

func (c redisConn) ping(ctx context.Context) error {
	_, err := c.do(ctx, "PING")
	return err
}

func (c redisConn) close() error { return c.pool.Close() }

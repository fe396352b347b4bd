package some

import "testing"

func TestPut(t *testing.T) {
	b := pool.Get().([]byte)
	put(b)
	put(b)
}

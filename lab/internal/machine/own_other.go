//go:build !unix

package machine

import "time"

// own returns 0: there is no portable way to get the processor time.
func own() time.Duration { return 0 }

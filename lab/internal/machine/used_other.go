//go:build !unix

package machine

import "time"

// Used returns 0: there is no portable way to get the processor time.
func Used() time.Duration { return 0 }

func own() time.Duration { return Used() }

package stdpool

// For the measurement of size classes.
var (
	ClassFor = classFor
	SizeOf   = sizeOf
)

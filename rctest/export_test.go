package rctest

var Verify = verify

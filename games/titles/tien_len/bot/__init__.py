"""An AI player of Tien Len: a policy of basic knowledge."""

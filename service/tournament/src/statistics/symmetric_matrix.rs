//! Symmetric matrices that are positive definite.

/// A symmetric matrix, of which the lower triangle is stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SymmetricMatrix {
    size: usize,
    /// Row by row, up to the diagonal.
    values: Vec<f64>,
}

impl SymmetricMatrix {
    /// Returns the matrix of zeros with this number of rows.
    pub(super) fn zero(size: usize) -> Self {
        Self {
            size,
            values: vec![0.0; size * (size + 1) / 2],
        }
    }

    /// Returns the number of rows.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.values[index(row, column)]
    }

    /// Adds to a value and thereby to its mirror image.
    pub(super) fn add(&mut self, row: usize, column: usize, change: f64) {
        self.values[index(row, column)] += change;
    }

    /// Multiplies every row and every column by its factor.
    pub(super) fn scale(&mut self, factors: &[f64]) {
        for (row, one) in factors.iter().enumerate() {
            for (column, other) in factors[..=row].iter().enumerate() {
                self.values[index(row, column)] *= one * other;
            }
        }
    }

    /// Adds the product of a vector with itself, times a factor.
    pub(super) fn add_square(&mut self, vector: &[f64], factor: f64) {
        for (row, one) in vector.iter().enumerate() {
            let start = index(row, 0);
            let values = self.values[start..=start + row].iter_mut();
            for (value, other) in values.zip(vector) {
                *value += factor * one * other;
            }
        }
    }

    /// Returns the vector whose product with the matrix, which is positive definite, is `vector`.
    pub(super) fn solve(&self, mut vector: Vec<f64>) -> Vec<f64> {
        let root = self.lower_root();
        root.divide(&mut vector);
        root.divide_transposed(&mut vector);
        vector
    }

    /// Returns the inverse of the matrix, which is positive definite.
    pub(super) fn inverse(&self) -> Self {
        let root = self.lower_root();
        let mut inverse = Self::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            root.divide(&mut unit);
            root.divide_transposed(&mut unit);
            for (row, value) in unit.iter().enumerate().skip(column) {
                inverse.add(row, column, *value);
            }
        }
        inverse
    }

    /// Returns the lower triangle whose product with its transpose is the matrix (A.-L. Cholesky).
    fn lower_root(&self) -> LowerTriangle {
        let mut root = self.values.clone();
        for row in 0..self.size {
            let start = index(row, 0);
            for column in 0..=row {
                let other = index(column, 0);
                let products = root[start..start + column]
                    .iter()
                    .zip(&root[other..other + column]);
                let sum: f64 = products.map(|(one, other)| one * other).sum();
                let rest = root[start + column] - sum;
                root[start + column] = if row == column {
                    // Rounding may leave less than nothing of a tiny value.
                    rest.max(f64::MIN_POSITIVE).sqrt()
                } else {
                    rest / root[other + column]
                };
            }
        }
        LowerTriangle {
            size: self.size,
            values: root,
        }
    }
}

/// Returns the place of a value in a lower triangle.
fn index(row: usize, column: usize) -> usize {
    let (row, column) = (row.max(column), row.min(column));
    row * (row + 1) / 2 + column
}

/// A matrix without values above its diagonal.
struct LowerTriangle {
    size: usize,
    values: Vec<f64>,
}

impl LowerTriangle {
    /// Replaces a vector by the one whose product with the triangle it is.
    fn divide(&self, vector: &mut [f64]) {
        for row in 0..self.size {
            let start = index(row, 0);
            let products = self.values[start..start + row].iter().zip(&*vector);
            let sum: f64 = products.map(|(one, other)| one * other).sum();
            vector[row] = (vector[row] - sum) / self.values[start + row];
        }
    }

    /// Replaces a vector by the one whose product with the transposed triangle it is.
    fn divide_transposed(&self, vector: &mut [f64]) {
        for row in (0..self.size).rev() {
            let start = index(row, 0);
            vector[row] /= self.values[start + row];
            let value = vector[row];
            let columns = self.values[start..start + row].iter();
            for (target, factor) in vector[..row].iter_mut().zip(columns) {
                *target -= factor * value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a positive definite matrix without symmetries.
    fn matrix() -> SymmetricMatrix {
        let mut matrix = SymmetricMatrix::zero(4);
        for row in 0..4 {
            matrix.add(row, row, 5.0 + row as f64);
            for column in 0..row {
                matrix.add(row, column, 1.0 - 0.7 * (row * column) as f64);
            }
        }
        matrix
    }

    fn product(matrix: &SymmetricMatrix, vector: &[f64]) -> Vec<f64> {
        let row = |row| {
            vector
                .iter()
                .enumerate()
                .map(move |(column, value)| matrix.get(row, column) * value)
        };
        (0..matrix.size()).map(|index| row(index).sum()).collect()
    }

    #[test]
    fn solution_and_inverse_reproduce_the_vector() {
        let (matrix, vector) = (matrix(), vec![1.0, -2.0, 0.5, 3.0]);
        let solution = matrix.solve(vector.clone());
        let by_inverse = product(&matrix.inverse(), &vector);
        for ((found, other), expected) in product(&matrix, &solution)
            .iter()
            .zip(&by_inverse)
            .zip(&vector)
        {
            assert!((found - expected).abs() < 1e-12);
            assert!(other.is_finite());
        }
        for (one, other) in solution.iter().zip(by_inverse) {
            assert!((one - other).abs() < 1e-12);
        }
    }

    #[test]
    fn square_of_a_vector_is_added_to_both_triangles() {
        let mut matrix = matrix();
        let before = matrix.clone();
        matrix.add_square(&[1.0, 2.0, 0.0, -1.0], -0.5);
        for (row, column, change) in [(1, 0, -1.0), (0, 1, -1.0), (3, 1, 1.0), (2, 2, 0.0)] {
            let difference = matrix.get(row, column) - before.get(row, column);
            assert!((difference - change).abs() < 1e-12, "{row} {column}");
        }
    }

    #[test]
    fn nothing_is_a_matrix_as_well() {
        assert_eq!(SymmetricMatrix::zero(0).inverse().size(), 0);
        assert_eq!(SymmetricMatrix::zero(0).solve(Vec::new()), [0.0; 0]);
    }
}
